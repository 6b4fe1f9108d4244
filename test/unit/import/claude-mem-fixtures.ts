/**
 * Databases that SQLite itself wrote (Python's sqlite3, SQLite 3.40, page size 512, gzip, base64), with the columns of claude-mem that are read.
 *
 * JOURNAL: journal_mode=delete; 20 discoveries, so that the table has interior pages; a decision with 3 kB of text, which overflows; one
 * summary; then ALTER TABLE observations ADD COLUMN content_hash, which no row holds.
 * WAL_FILE and WAL_LOG: journal_mode=wal, wal_autocheckpoint=0. One decision, PRAGMA wal_checkpoint(truncate), two more decisions and an UPDATE
 * of the first one; then BEGIN, inserts with cache_size=1, so that SQLite spills them, and a copy of both files cut three frames behind the
 * last commit.
 * UTF16: PRAGMA encoding='UTF-16be', one decision.
 * SIZES: CREATE TABLE sizes (id INTEGER PRIMARY KEY, t TEXT); in each row as many x as its id says, 460 to 489, 975 to 999 and 1480 to 1499:
 * around the lengths from which a row needs one more page.
 */
import { gunzipSync } from "node:zlib";

function unpack(text: string): Buffer {
  return gunzipSync(Buffer.from(text, "base64"));
}

export const JOURNAL: Buffer = unpack(
  [
    "H4sIAAAAAAACA+2ZTWwbRRTHZ+J8t2mStiEggRiKCo0aJzu76y8kJEKyRVETF1IHCAhZrj0hS22vu7tpGwRUoRInOHKokLhyAiFunJC4IsSFAxcuHEBCCMQFVSAhZtfeZpP+o+0gaEnJ",
    "03r9dmZsv9+88Zv/2mefWbB9wVYdt1HxmUG6CKXkCcYIIffLx31ky3rkozt2TUmy3U+mqjR4YRf9LbgeoH+0nX27w9YXpLI3NRQkkn5F5LFve9+m5ZdteXSMdyytS0ubhmGk86ZppjMx",
    "a3BvzWkNhvn/hshj3+4iezS1PHArq6Cd/9+JPPbtf2U9qdGBBg/25j76bdBwX7A301/pT/QH+l27ad/2uh0+Kk+jh+VpZFiehg/K06EBeRrqlaeDqSF6naTIl4R8ST+jb8mLf8s2s7Rv",
    "/Phx+ua/CHvjM6b9yrm68Grny57wPNtpenG/a3bJmilZrDTz5ILF4j3shF1j88WS9ZS1xJ5eml+cWVphp62VSVZ1mr5o+tHIshxXsp4vseXi/DPLFiueKbHi8sLCJGuIhuNu7DJukrVc",
    "5xVR9duN0asmcqne8dPHKbGbNXHZu1CXkrxcWfed8Locj7Csx6+6c123/EIev0rJ2eoPpizUf+QRIg+++8Refa47nNi3LoQT65zzhHux4gfvFPd7tk1svGe3iWUzy6Uz80X5ukWrWNp1",
    "9ramF87fJPPF5XabdDdaYkf3IPNtvy46A7z1c/HL1UrV9zp+s+K6MuCLUZ/MelW0bnSv2nJRlV1RqW1raDg1e9UWUWNVDvBFrVy5KcqtnrJoOdW1GzMSG9JZZ2sVb639foPs1Jkla/6p",
    "YjBfJ26aoAm2ZJ2ylqzirHV221pGQ88U2Zy1YMkUzc6cnZ2Zsyba+v9nIo99u+tthKaO0/j3cizIf4o8R+hH5EP59E9Zqa93/GH5UWEdsmuXy53vbfyzD3SqxXxxznqexQYFyzQ+8ESn",
    "fWLzjd6+8elpevVku753Vra33mhUXFte7WwY3F7pd3bvXu7/bh1yxYV14UWlqC4qbnOrLjiNVl34N66bsmaVPV+0vJsKxy7lYeLpnt7xkyfpShu/Xe694CNlmdpx2b8dfXvniWalISbl",
    "Vef7f43IY9/+SyboABkdSz+UXulp36kvOevNGms4TbHBgm3pVN2pyJ2pbotZuWF4TFwU7salNeGKNFu0X5b7mGD+mmB286Jjy+UxmGYlUa+HbcH70ffeuWaT4P5vjM4Rep3+Qr+n39Kv",
    "6Rf0c/op/Zh+QN+n79K36VX6Kr1A12iZPksX5dB922H9qTEazOhY5ByNnCORczhyRiNnJHKGI+dQ5AxFzsHIORA5g5EzEDn9kdMXOb2R0xM53ZGTipyuvtTYQPhZYf1/ndAr5E/5dHvt",
    "SmpYrnHy4DwJt57HOyu9ZntVJ1jNc5HDmuuNc8JlBnNWwwVcrbh+qfPMzoughtbtppAD7GZ7hbcr95Su6dm0xtNapsS1x7TgmNI07YX26r/SpRiAnhSArhgAVQyAJwXA1QK4s/nvVaTP",
    "JtFnFae/RzGATFIAGcUAuhUDMJMCMPdS/gcU6QtJ9AXF6e9XDCCfFEBeMYA+xQBySQHk/k7+fUJfI9fl022xTXqwTX2akJVbq3qJdZcrFt5NekA1huTSy1VjGFSNQUuMQdsL+R9W5U6s",
    "uzyjOveHVGNILL3cVI1hSDWGRAHEjb2Q/8Oq3Il1l+dV535UNYbE0stzqjGMqMaQKIB4Vj3/XTL1Yf7/R7ZJjyrOvZ5Ye3VNNf9HVPOfKIC4ogKSdrTmhT8oTLGzvmhJCeUGvzRsa5O7",
    "CmjkqFFHjQZqNFFjBjVmUWMONeZRIyLSEZGOiHREpCMiHRHpiEhHRDoi0hGRjogMRGQgIiNGFPz8s9WBqAxEZSAqA1EZiMpAVAaiMhGViahMlCcTEZmIyEREJiIyEZGJiExElEFEGUSU",
    "QUQZRJRBRBlElNlBJPN/T7sDUWUQVQZRZRFVFlFlEVUWUWURVRZRZVGesogoi4iyiCiHiHKIKIeIcogoh4hyiCiHiHKIKIeIcogoD4hk/sdZHlHlEVUeUeURVR5R5RFVHlHlEVUeURVQ",
    "ngqIqICICoiogIgKiKiAiAqIqICICni3hdutBvdbDW64GtxxtZuxZP7vDXrgvqvBjVeDO68Gt14N8u0iJyAfFhRYUWBJgTUFFhVYVWBZAXUFh8KC61grQTaoLTgUFxyqCw7lBYf6IhCA",
    "HIoMDlUGhzKDQ53BDSwGIR+UGRzqDA6FBodKg0OpwaHW4FBscKg2OJQb3MRKF7JBxcGh5OBQc3AoOvgO1ZF8/0fJjyQ47m67dmlsJLjbeqBAlj8Zjt9uiaod3Ckthn+t2p68nWr5wV1U",
    "Nfhf9cVj4R+vdvNltlZptUTTC7o8tzod/hU75XvHXlpwZK/nO+5GJwdwHSEhj2QwEpJIhiEhg6QA2kjDNjkHR/4CfFXq5gAyAAA=",
  ].join(""),
);

export const WAL_FILE: Buffer = unpack(
  [
    "H4sIAAAAAAACA+1Y3U7bMBS2G9pSEEJcoF5NsjRVa0ULacvPNmnautagihKgpBrsJkoTs2Y0SYldRG8mMSTu9gBoz7C9wp4A7XZvsbsJbTdzmhZSWDU0DY1BP50q5/gcN85n+5OTjfWS",
    "wQjath1TZSgLAiAQAM8QAoC7AIyCcwx1fl1A8HsEwLQGg64Dv7lxBP7wnAH+McLuVIaEMXci4WfAbYD/HzN8s1UmJtMdpDIcqdlsNpt6ODs7m5rzwUzTmt0Yac//F8BtgFuEB0IlcpVV",
    "4M3/d8BtgDuFoDARMdOe/h8DbgPcJBA4DiYmwb2nXNR5+CTo6bVONIMatrXBbG0HGRRpdtNiREf89GYZr2pMsqu23kLVZosiViPWdEbMzKfEdEqck9PiY9G1aVEUX8L3744NMAZPgQBO",
    "ADiBn+ARD64LB/MwHI3F4Ntr5OzsHjNMrdYJ1XcUSqhLF/X7gXwZ52SM5NzzEkb+DIobOipKMl7CZbRWLq7kyltoGW8lOc2cZYt1KxVeJ+NNGVWk4noFI2lVRlKlVEoik5i20+pTl0QN",
    "x35NNOY1dnslFoRQdDkGgWHpZJ/u1vmRXFGbzG7Hin+ESsYfDS0Ertwx7Y8EztawS1l7/4NHgFv6qjS3Ox4WhtpcHy23ubarlDh7KnP/3O8He7j2Z/pxjXIVebUo8X4rWJL7EnrO+C8p",
    "TSJG9r027rYa5EJ6BDGD1UmngDar/nBb1Rjt+JbqOHzAe90cXwgaaZyltw2+zhSHqHpPg2nrxrZBuo0aL+CbVFEvjfI8o5CGrdXOGPGNdHG1jItLkktO/BIbCVTGi7iMpTze6FnLvypd",
    "lVABlzCfj3xuI58r4ISn/18BtwFuP8ahEIv4d6E7/wJ4AeBH8IFf/hbkcCh6PwY9HTL0faWzSf23Hu1IQ1Eq4E3kK3KXqb8w3mlPHLwJhaMzM/BwytP3zsqmTdNUHYNHFxtGepX+Yrq/",
    "3P+p6Dhkt0loV3fqRHWscxGwzUadsLPY4gKlUEYa9JJK9NGCxFowFJ2aglve43tyT91bck26EA73PnpvMm6pJknyqL3/2196BriT8N7/TsE1nvwGuImf/4TJiPs+8RNc5Z7hABYAAA==",
  ].join(""),
);

export const WAL_LOG: Buffer = unpack(
  [
    "H4sIAAAAAAACAzOvZ2ti0H0kwcDAxAAEjG+lrnLO7T1hfX+BHMMVp2YnoBgrSAImHvNDRH+PsXQVL1CMiVGdgXEmkBgFuEABEz+DoCiDrC0DgzuQa8uaa1ickV+QkpqcWZyZn+dflJJa",
    "VKyQWJSqkJdallqkkJKak1qSmhKSkapQklihkJ+WlpmcqpBYnF2skJZfpFCSkZqrZ2RgZKZrYKhrYBpiaGBlAEJ6BgYGUYyze2dmMqQyQmy0Z2DQx2JjcEl+crZCZrFCcn5pHtAmhcQS",
    "hbzM9IwSv/yk/JRKhaTSymKQNXkErAECDuR0EbnkSYfFM+VsULpgZHzHAESjYNgDAUZmVcb8pOLUorLEEmDqKgYVItwgDEsXV8tnWYbH+D7iApcX7xkYfwCJUTDcAQezKCOo2GFiZxbl",
    "BDHQ65ETuTfu+7xI/QkqL5gZdkLqkZ1DyIc5zJBy1pKBwRlLORtQBCy4ISV7cWqJQlKlQkZiHrhcLy4tKMjJBJb1OZnFJaCSuLwoPy+dQHE7YuqRPyndB6VbGIxG65ERXY8wo9cj+yZd",
    "fbubK/UrqB5hZnwGrkeA1CgY1tUHM656BJ4uylwk+/LWxn+E1iOMo/XIIKtHUhjhNhJdj+Tn55FejTDwItcjn/sb+BoTXrOD6xGGFgYQGijQVMkiAA4DYAC0pGIJBD9wWCfn5+ZmloDC",
    "wKBiFBANCCYMHuR08U4qNi+KabnUaHkx4ssLlHanEl9lW/ed9yqj7c4R3e7kAwDxq95VEBUAAA==",
  ].join(""),
);

export const UTF16: Buffer = unpack(
  [
    "H4sIAAAAAAACA+1YS08TURT+bgutRdEVGw3J1GhCkxaLiFGTJvLSNGKxPKK4abAUWqUP2kF0WTW6MnFlQtz6D/wzLowbdW1MjDFx43fPTKUdOgWUIErPnXvnPs45c6fn3O+c6XRyImdm",
    "jMViOT9vGoPwQClcNgwAPtaj2KAOu9bIi63Jh/606tTM6oseH1Y/1Der26a/RQFtRZ82X6fqZqvUa/Bq0z6l28qHam9PLwYcJYKzdongHAalRHCBfV0iGHIpecpWkEURpS6x/xvwatO/",
    "QRMd1d7AbvmCZf/v4NWmA0R+b09A44DgP9aBdXVKndpHG3y0oPzBWEw9ScLEPO5gGRmC1gLuIcW77leQI4QVpNd03oNRTGEcw5hha7AdxggmpO+mykAf+wu8x5EQuausUxzfYBvHdeqY",
    "whzH1zg/hzB7aZE1qUm3Tp0pW5/WdYutgVlqjiPJu95JApMym+B4gkVrzFNDntJlPNyhPi1dolwRdymV5n7qOZ3PCmn7e1QY6qUK7yv77y86pJus1x+sBmIKNECBJsjgAY2yQs/MifFT",
    "9NNV9op16ylXR0sRql3WOrKe3X3SgNua18r/EuDVpj+m6hl1DEzUIqsgTAD5zvpcSwyV5k9f+/nfsX4W9NArRubTEk/v29j7EZ7QNfKU5ZwvcW0NH6ljmSa/yVGOPUMMaa1mOd9Pd4qy",
    "nmesj0o+EGV8n2EvikustbZf2iiTylfP13PWtjU2hAUTVwm0pjiZhtsN5NCri3Q6jScVx3yB82WWeZG8v0nOQsc050tNpBflbTLipmXe5xuwzcmRl98qJ3OZTZxpW4MpaynptUI/N5mU",
    "7LXItWyTOLBZSxdHVzirY02cfIlf0aFvG0geIreWvCL6xyk9yna6RYzartZJ2ckYtemYZ8XAUTrmtLR6PmTFf7rrKvXtFZA+Q4fE9ueButhe5F2/SJkuZLmS9bIu8/4Wsd1N1U5ju8Hx",
    "LPkmhd963nWx0MxvROlm3rf9SK25TQF60+H1Jp9eajh1bj7qPNk0h4X/H8CrTf8nnVDeWMDtTHTLH3kvoNJqiLe/H0FP+v3BizFVTdalNvok6QSn8bS4vNFRBzDoozsmB8NwUVQDSjfY",
    "6HPwhx6bPn8wmVRP4w3fJo3Hv2JDanf1eKc/GI+r6ukG7vpsTsuukD9jB8qWq10tv2paqe2TWK1RK2yvCf7D0z4kB5ryksHlbAdu5sZ1HEdaut8Wwr/1eb3XYbb869hUNgXbZUkWy3xy",
    "s/SzyH2WhMdssl6ww3dK9OoUs7KNBHZnyWhoh6a3/v/7Cl5tOiB02NsbqH2T/gSzoACYABwAAA==",
  ].join(""),
);

export const SIZES: Buffer = unpack(
  [
    "H4sIAAAAAAACA+1dS2yVRRidwYKI4hurQumFUkpbHmJBBEQo5QKlt+19P3rb3r5uX4AgrYiILz51qqOgYmLiyrhw5crE6MqVK1e6ceXKBXHlypUrvykmhva2nQRDwnzn5JsJNCeTm/PN",
    "OXPT3jt/KhGbmC5HRs+cOz04HWlRy5TW6lAkohT/U6lr6j9oHlVz/r8Ulqntw3q1I+tvFRfwf6Bdr6iurtZT04NDp8pTExfLU7PTsrZktDUdjaRbD8eikdkfRbZMjETau9LRY9FkJJ5s",
    "72xNFiId0cLWyHQkHc2nG5fzcnV6u1v1gv5b/6X/1H/o3/Vv+lf9s/5J/6h/0N/rb/TX+iv9hf5cf6qv6Bl9WV/S5/VZPalHdL/O66SO6aP6kN6nd91YKmBM2wTPL9o4zy/Ybp5P2i6e",
    "x20nz2Ub43nIdvBcsid47rXtPBfscZ6PmzGeW0yJ56dMhuftJs3zVpPiuckked5i3PqbjVt/k3Hr19AEzw/TMM8PUoHnByjP8/2U43k1ZXm+j9xq95JbbRW51e4ht9pKcqvdTW61FeRW",
    "W07u1VaRe7V3UWzWm2qrcrUUKE6xKmXqLwDB4Eb/m5WrpdqfoE5ufwNEC67/TcrVEu1PUhe3vxGahdf/RuVq8fanqJvb3wzJAuz/FuVq0fanKc7t3wbFQux/g3K1WPszlOD274BgQfZ/",
    "s3K1SPuzlOT274ReYfa/XrlauP05SnH7WyBXoP3fpFwt2P48pbn9u6FWqP2vU64Wan+BMtz+PRAr2P5vVK4WaH8PZbn9e6FVuP3foFxVbn+Rctz+/ZAq4P5HlKuK7e+lPLf/AJQKuf+1",
    "ylWl9vdRgdt/EEIFitk//AJ3autuGc7/q1ST0r/oL/WUPqLXqOvqOzWjCnP/IkRjNMxRkPJ7ZWtplIaYnvCjP0llGmR6tx/9CRqhAaZ3+tEfp2EqMb3Dj15NQ9TP9HY/+mM0SH1MP+ZH",
    "X0MD1Mv0qB/9USpRkeltfvRHqJ96mN7qR38I/hceAOi/+A0AIWVvAOgoewNARtkbACrK3gAQUfYGgIayNwAklL0BoKDcDeB+/7tCXb/597/BgU7TRJUyJT8tN9IpGmd6nx99A52kMaYX",
    "/egRmqRRphf86LU0QWWm5/zo62mcRpie8aOvg/9xAkA/2RsA8sneAFBP9gaAeLI3ALSTiyU//2tSprtKXcX3foNMjDr4H/5f7PPfJm3ibH987ztM/9fD//D/Ip//NxmTYPvje/+B+r8B",
    "/of/tVqvXFWwf9Yk2f649yFU/zfC//C/VjXK1Xz750yK7Y97P4L1fzP8D/9r9zGAdRXsnzdptj/ufQnX/9vgf/hfq7XK1Vz7F0yG7Y97fwL2/w4eT0MJ0XsA+X/ntu423v9ghk2JjwPP",
    "OxSOmCHTz3TPOxQOm0HTx3TPOxQOmQHTy3TPOxSeNyVTZLrnHQrPmX7Tw3TPOxT2mT5TYPpBP/qzptfkmX7Aj/6MKZoc0/f70XeZHpNl+l4/+k4eeH+P/AekHgBK4Q0+/A/IDQDc7Ar/",
    "A3IDAFf7wv+A3ADA3c7wPyA3AHC5N/wPyA2AVogI/wNiA6ANGsL/gNgAiEJC+B8QGwDHoCD8D8gMAPf5z5VqZv7nP28zzEkzVqWuet6hmjGTZpTpnneopsyEKTPd8w7VhBk3I0z3vEO1",
    "24yZYaZ7Phmt04yaIaZ7Phmtw5TNINM9n4zWbkbMANM9n4x2lMcJGAj5D4h9BxiDfvA/IDYAuiAf/A+IDYA41IP/AbEBkIR48D8gNgDS0A7+B8QGQBbSwf+A2ADIQzn4H5CJG/c/blKu",
    "FoKN2eNV6rMaqBWc93M8ilAC+Q9Izv+6f58EVzn+O207x38txArP+z08+qEE8h+QnP8blasF4r/LnuD43wCtAvR+H49BKIH8ByTn/yLP/7bdtoPjvw5Shej9AR4jUAL5D0jO/4Wf/27j",
    "NsbxXw+lgvT+MI8xKIH8ByTnf61yVSn+E7aT478BQoXp/VEek1AC+Q9Izv/1ylWF+E/aLo7/RugUqPcneJyGEsh/QHL+1yhX8+M/Zbs5/pshU6jeP8XjLJRA/gOS83+dcjUv/tM2zvG/",
    "DSoF6/0zPKagBPIfkJz/a5WrufGfsQmO/x0QKVzvn+NxHkqI3gMvQwWc/8Ad2bpbhjv/V6mm+ff/F/iHN78dKNkivx1o83tlH9t+28P0Vj/6FdtnC0w/6Ee3ttfmmX7Ajz5jizbH9P1+",
    "9Hdsj80yfa8f/bIt2AzT9/jR37B5m2b6bj/6JZuzKaa3+NFfsVmbZPpOP/pLPC7CSqJD5FWogPMfEPoGQKnXoKToPfQ6VED+A2IPgDchpOgt9BZUQP4DYg8Ago6id9DbUAH5D4g9AN6F",
    "jKI3kIEKyH9A7AHwHlQUvX/ehwrIf0DsAfABRBS9fT6ECsh/QOwBcBUait49H0EF5D8g9gD4BBKK3jzXoALyH5B5APwDoJw8jQAmAQA=",
  ].join(""),
);
