#!/usr/bin/env python3
"""three_halftones.py PHOTO [PICTURE.png]: halftones a photograph by three methods, and shows the plates."""
import sys

import numpy as np
import platerip
from PIL import Image

photo = 255 - np.asarray(Image.open(sys.argv[1]).convert("L"))  # ink: 0 is paper
plates = {method: platerip.halftone(photo, method) for method in ("bayer", "tone", "dbs")}
pictures = {method: 255 - 255 * platerip.unpack(plate, photo.shape[1]) for method, plate in plates.items()}
try:
    import matplotlib.pyplot as plt

    _, places = plt.subplots(1, 3, figsize=(15, 5 * photo.shape[0] / photo.shape[1] + 0.5), layout="constrained")
    for place, (method, picture) in zip(places, pictures.items()):
        place.imshow(picture, cmap="gray", interpolation="antialiased")
        place.set_title(method)
        place.axis("off")
    plt.savefig(sys.argv[2], dpi=300) if sys.argv[2:] else plt.show()
except ImportError:
    shown = Image.fromarray(np.hstack(list(pictures.values())))
    shown.save(sys.argv[2]) if sys.argv[2:] else shown.show()
