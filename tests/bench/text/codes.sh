# For the scripts beside it: barcodes as PostScript.

codes=(EAN-13 'Code 128' QR)
declare -A content=([EAN-13]=4006381333931 ['Code 128']='PLATE 1984-07' [QR]=https://example.org/p7)
declare -A symbology=([EAN-13]='-b EANX' ['Code 128']='-b CODE128' [QR]='-b QRCODE --vers=2 --secure=2')
declare -A modules=([EAN-13]=95 ['Code 128']=178 [QR]=25)  # in a row
declare -A quiet=([EAN-13]=11 ['Code 128']=10 [QR]=4)      # modules of paper on each side

# What codes of PostScript need. X Y MODULE HEIGHT ROWS code: draws rows of modules, from the top left corner down, with
# one fill: an edge between two modules of ink then leaves no seam.
code_procedure() {
  cat <<'PS'
/code {
  6 dict begin
  /rows exch def /height exch def /module exch def /y exch def /x exch def
  newpath
  0 1 rows length 1 sub {
    /row exch def
    /bits rows row get def
    0 1 bits length 1 sub {
      dup bits exch get 49 eq {
        module mul x add y row height mul sub moveto
        module 0 rlineto 0 height neg rlineto module neg 0 rlineto closepath
      } {pop} ifelse
    } for
  } for
  fill
  end
} bind def
PS
}

# rows_of CODE: its modules as PostScript, an array of strings of 0 and 1.
rows_of() {
  local line hex digit bits
  local nibbles=(0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111)
  printf '['
  # shellcheck disable=SC2086  # several options
  zint ${symbology[$1]} -d "${content[$1]}" --dump | while read -r line; do
    hex=${line// /} bits=
    for ((digit = 0; digit < ${#hex}; ++digit)); do bits+=${nibbles[16#${hex:digit:1}]}; done
    printf '(%s)' "${bits:0:${modules[$1]}}"
  done
  printf ']'
}
