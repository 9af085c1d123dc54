'use strict';
document.documentElement.classList.add('js');

// Shows one layer of the page, and pans and zooms it.
function setUpView(viewer) {
  const view = viewer.querySelector('.view');
  const stage = viewer.querySelector('.stage');
  const output = viewer.querySelector('output');
  const layers = [...viewer.querySelectorAll('.layer')];
  const most = viewer.querySelector('.most');
  const image = layers[0].querySelector('img');
  const greatest = 64;
  let zoom = 1;
  let x = 0;
  let y = 0;

  function show(name) {
    for (const layer of layers) layer.hidden = layer.dataset.layer !== name;
    if (most) most.style.display = name === 'total' ? '' : 'none';
  }

  function place() {
    const width = view.clientWidth;
    const height = view.clientHeight;
    x = Math.min(0, Math.max(width * (1 - zoom), x));
    y = Math.min(0, Math.max(height * (1 - zoom), y));
    stage.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    const fit = Math.min(width / image.width, height / image.height);
    view.classList.toggle('near', fit * zoom > 1.5);
    output.textContent = `${Math.round(100 * zoom)} %`;
  }

  function zoomBy(factor, atX = view.clientWidth / 2, atY = view.clientHeight / 2) {
    const next = Math.min(greatest, Math.max(1, zoom * factor));
    x = atX - (atX - x) * next / zoom;
    y = atY - (atY - y) * next / zoom;
    zoom = next;
    place();
  }

  function pan(dx, dy) {
    x += dx;
    y += dy;
    place();
  }

  const step = 60;
  const keys = {
    '+': () => zoomBy(1.5), '=': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), '0': () => zoomBy(0),
    ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0),
    ArrowUp: () => pan(0, step), ArrowDown: () => pan(0, -step),
  };
  view.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  view.addEventListener('wheel', (event) => {
    if (zoom === 1 && event.deltaY > 0) return;
    event.preventDefault();
    const box = view.getBoundingClientRect();
    zoomBy(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, {passive: false});

  const fingers = new Map();
  view.addEventListener('pointerdown', (event) => {
    if (event.target.closest('a')) return;
    fingers.set(event.pointerId, event);
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const distance = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      const box = view.getBoundingClientRect();
      zoomBy(distance(event) / Math.max(1, distance(before)), other.clientX - box.left, other.clientY - box.top);
    } else {
      pan(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    fingers.set(event.pointerId, event);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    view.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }

  const actions = {in: () => zoomBy(1.5), out: () => zoomBy(1 / 1.5), fit: () => zoomBy(0)};
  for (const button of viewer.querySelectorAll('button')) {
    button.addEventListener('click', () => actions[button.dataset.zoom]());
  }
  for (const input of viewer.querySelectorAll('input')) {
    input.addEventListener('change', () => show(input.value));
    if (input.checked) show(input.value);
  }
  window.addEventListener('resize', place);
  place();
}

// Shows one ink of all crops, or all inks.
function setUpCrops(section) {
  const pictures = [...section.querySelectorAll('image')];
  function show(name) {
    for (const picture of pictures) picture.style.display = picture.dataset.layer === name ? '' : 'none';
  }
  for (const input of section.querySelectorAll('input')) {
    input.addEventListener('change', () => show(input.value));
    if (input.checked) show(input.value);
  }
}

document.querySelectorAll('.viewer').forEach(setUpView);
document.querySelectorAll('.crops').forEach(setUpCrops);
