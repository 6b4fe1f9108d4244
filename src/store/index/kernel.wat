;; The loops over long lists of postings. V8 runs WebAssembly at full speed at once, where a JavaScript loop in a process
;; that lives for forty milliseconds is interpreted: a list of a hundred thousand took eighty times as long there.
;; kernel-code.ts is made from this file by `npm run build:kernel`; a test compares the two.
;;
;; Memory: at 0 the totals of 65,536 documents, two bytes each; at 131072 the numbers of the documents that have reached
;; what is needed, four bytes each; at 393216 whatever the caller puts there.
(module
  (memory (export "memory") 7)

  (func (export "clear") (memory.fill (i32.const 0) (i32.const 0) (i32.const 131072)))

  ;; Adds `bound` to the total of each document, and notes a document when that makes it reach `least`. Returns how many
  ;; are noted. Written out in both loops: a call would take longer than all it does.
  (func (export "addArray") (param $at i32) (param $count i32) (param $bound i32) (param $least i32) (param $found i32) (result i32)
    (local $end i32)
    (local $cell i32)
    (local $after i32)
    (local $floor i32)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 1))))
    (local.set $floor (i32.add (local.get $least) (local.get $bound)))
    (loop $next
      (i32.store16
        (local.tee $cell (i32.shl (i32.load16_u (local.get $at)) (i32.const 1)))
        (local.tee $after (i32.add (i32.load16_u (local.get $cell)) (local.get $bound))))
      (if (i32.ge_u (local.get $after) (local.get $least))
        (then
          (if (i32.lt_u (local.get $after) (local.get $floor))
            (then
              (i32.store offset=131072 (i32.shl (local.get $found) (i32.const 2)) (i32.shr_u (local.get $cell) (i32.const 1)))
              (local.set $found (i32.add (local.get $found) (i32.const 1)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (local.get $found))

  (func (export "addBitmap") (param $low i32) (param $high i32) (param $bound i32) (param $least i32) (param $found i32) (result i32)
    (local $word i64)
    (local $first i32)
    (local $cell i32)
    (local $after i32)
    (local $floor i32)
    (local.set $floor (i32.add (local.get $least) (local.get $bound)))
    (loop $next
      (local.set $word
        (i64.or
          (i64.load align=4 (i32.add (local.get $low) (i32.shr_u (local.get $first) (i32.const 3))))
          (i64.load align=4 (i32.add (local.get $high) (i32.shr_u (local.get $first) (i32.const 3))))))
      (block $done
        (loop $bit
          (br_if $done (i64.eqz (local.get $word)))
          (i32.store16
            (local.tee $cell (i32.shl (i32.add (local.get $first) (i32.wrap_i64 (i64.ctz (local.get $word)))) (i32.const 1)))
            (local.tee $after (i32.add (i32.load16_u (local.get $cell)) (local.get $bound))))
          (if (i32.ge_u (local.get $after) (local.get $least))
            (then
              (if (i32.lt_u (local.get $after) (local.get $floor))
                (then
                  (i32.store offset=131072 (i32.shl (local.get $found) (i32.const 2)) (i32.shr_u (local.get $cell) (i32.const 1)))
                  (local.set $found (i32.add (local.get $found) (i32.const 1)))))))
          (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
          (br $bit)))
      (local.set $first (i32.add (local.get $first) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $first) (i32.const 65536))))
    (local.get $found))

  ;; For each row of field codes the sum of its weights, of which there are four a column, two bytes each; no more than
  ;; `full`. Behind the weighed columns one tells that a document is the project's own, the next one that it is nobody's:
  ;; of the latter `neutral` 256ths count, of all others `foreign` 256ths if they reach `strong`. Two bytes each, to `out`.
  (func (export "weigh") (param $found i32) (param $row i32) (param $width i32) (param $columns i32) (param $weights i32)
    (param $full i32) (param $neutral i32) (param $foreign i32) (param $strong i32) (param $out i32)
    (local $i i32)
    (local $column i32)
    (local $sum i32)
    (local $factor i32)
    (loop $next
      (local.set $sum (i32.const 0))
      (local.set $column (i32.const 0))
      (loop $add
        (local.set $sum
          (i32.add
            (local.get $sum)
            (i32.load16_u
              (i32.add
                (local.get $weights)
                (i32.add
                  (i32.shl (local.get $column) (i32.const 3))
                  (i32.shl (i32.load8_u (i32.add (local.get $row) (local.get $column))) (i32.const 1)))))))
        (local.set $column (i32.add (local.get $column) (i32.const 1)))
        (br_if $add (i32.lt_u (local.get $column) (local.get $columns))))
      (if (i32.gt_u (local.get $sum) (local.get $full)) (then (local.set $sum (local.get $full))))
      (local.set $factor (i32.const 256))
      (if (i32.eqz (i32.load8_u (i32.add (local.get $row) (local.get $columns))))
        (then
          (local.set $factor (local.get $neutral))
          (if (i32.eqz (i32.load8_u offset=1 (i32.add (local.get $row) (local.get $columns))))
            (then
              (local.set $factor (local.get $foreign))
              (if (i32.lt_u (local.get $sum) (local.get $strong)) (then (local.set $factor (i32.const 0))))))))
      (i32.store16
        (local.get $out)
        (i32.shr_u (i32.add (i32.mul (local.get $sum) (local.get $factor)) (i32.const 255)) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $found)))))

  ;; For each noted document that stands in the array, its field's code into its row.
  (func (export "arrayFields") (param $at i32) (param $fields i32) (param $count i32) (param $found i32) (param $row i32) (param $width i32)
    (local $i i32)
    (local $doc i32)
    (local $from i32)
    (local $to i32)
    (local $middle i32)
    (loop $next
      (local.set $doc (i32.load offset=131072 (i32.shl (local.get $i) (i32.const 2))))
      (local.set $from (i32.const 0))
      (local.set $to (i32.sub (local.get $count) (i32.const 1)))
      (block $halved
        (loop $halve
          (br_if $halved (i32.ge_s (local.get $from) (local.get $to)))
          (local.set $middle (i32.shr_u (i32.add (local.get $from) (local.get $to)) (i32.const 1)))
          (if (i32.lt_u
                (i32.load16_u (i32.add (local.get $at) (i32.shl (local.get $middle) (i32.const 1))))
                (local.get $doc))
            (then (local.set $from (i32.add (local.get $middle) (i32.const 1))))
            (else (local.set $to (local.get $middle))))
          (br $halve)))
      (if (i32.eq (i32.load16_u (i32.add (local.get $at) (i32.shl (local.get $from) (i32.const 1)))) (local.get $doc))
        (then
          (i32.store8 (local.get $row)
            (i32.and (i32.const 3)
              (i32.shr_u
                (i32.load (i32.add (local.get $fields) (i32.shl (i32.shr_u (local.get $from) (i32.const 4)) (i32.const 2))))
                (i32.shl (i32.and (local.get $from) (i32.const 15)) (i32.const 1)))))))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $found)))))

  (func $bit (param $plane i32) (param $doc i32) (result i32)
    (i32.and (i32.const 1)
      (i32.shr_u
        (i32.load (i32.add (local.get $plane) (i32.shl (i32.shr_u (local.get $doc) (i32.const 5)) (i32.const 2))))
        (i32.and (local.get $doc) (i32.const 31)))))

  (func (export "bitmapFields") (param $low i32) (param $high i32) (param $found i32) (param $row i32) (param $width i32)
    (local $i i32)
    (local $doc i32)
    (local $code i32)
    (loop $next
      (local.set $doc (i32.load offset=131072 (i32.shl (local.get $i) (i32.const 2))))
      (local.set $code
        (i32.or
          (call $bit (local.get $low) (local.get $doc))
          (i32.shl (call $bit (local.get $high) (local.get $doc)) (i32.const 1))))
      (if (local.get $code) (then (i32.store8 (local.get $row) (local.get $code))))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $found)))))

  ;; As `checksum` of format.ts.
  (func (export "checksum") (param $at i32) (param $end i32) (param $sum i32) (result i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum (i32.mul (i32.xor (local.get $sum) (i32.load (local.get $at))) (i32.const 0x9e3779b1)))
        (local.set $sum (i32.xor (local.get $sum) (i32.shr_u (local.get $sum) (i32.const 15))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (local.get $sum)))
