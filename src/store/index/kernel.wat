;; The loops over long lists of postings. V8 runs WebAssembly at full speed at once, where a JavaScript loop in a process
;; that lives for forty milliseconds is interpreted: a list of a hundred thousand took eighty times as long there.
;; kernel-code.ts is made from this file by `npm run build:kernel`; a test compares the two.
;;
;; Memory: at 0 the numbers of the documents that were found, four bytes each; at 262144 whatever the caller puts there.
;; A plane has one bit a document of a block: 8,192 bytes.
(module
  (memory (export "memory") 5)

  ;; The plane of all documents in a container, of which more than 7,000 are a bitmap of two planes.
  (func (export "plane") (param $at i32) (param $count i32) (param $plane i32)
    (local $end i32)
    (local $doc i32)
    (local $byte i32)
    (if (i32.gt_u (local.get $count) (i32.const 7000))
      (then
        (local.set $end (i32.add (local.get $at) (i32.const 8192)))
        (loop $next
          (v128.store (local.get $plane) (v128.or (v128.load (local.get $at)) (v128.load offset=8192 (local.get $at))))
          (local.set $plane (i32.add (local.get $plane) (i32.const 16)))
          (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))
      (else
        (memory.fill (local.get $plane) (i32.const 0) (i32.const 8192))
        (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 1))))
        (loop $next
          (i32.store8
            (local.tee $byte
              (i32.add (local.get $plane) (i32.shr_u (local.tee $doc (i32.load16_u (local.get $at))) (i32.const 3))))
            (i32.or (i32.load8_u (local.get $byte)) (i32.shl (i32.const 1) (i32.and (local.get $doc) (i32.const 7)))))
          (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 2))) (local.get $end)))))))

  ;; Adds `bound` to the totals of an array's documents, two bytes each and never more than they hold, and marks them in a plane.
  (func (export "add") (param $at i32) (param $count i32) (param $bound i32) (param $totals i32) (param $plane i32)
    (local $end i32)
    (local $doc i32)
    (local $place i32)
    (local $sum i32)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 1))))
    (loop $next
      (local.set $place
        (i32.add (local.get $totals) (i32.shl (local.tee $doc (i32.load16_u (local.get $at))) (i32.const 1))))
      (local.set $sum (i32.add (i32.load16_u (local.get $place)) (local.get $bound)))
      (i32.store16 (local.get $place) (select (i32.const 65535) (local.get $sum) (i32.gt_u (local.get $sum) (i32.const 65535))))
      (local.set $place (i32.add (local.get $plane) (i32.shr_u (local.get $doc) (i32.const 3))))
      (i32.store8
        (local.get $place)
        (i32.or (i32.load8_u (local.get $place)) (i32.shl (i32.const 1) (i32.and (local.get $doc) (i32.const 7)))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 2))) (local.get $end)))))

  ;; Notes the marked documents whose totals are `least` or more, in their order, with the totals at `sums`, four bytes each,
  ;; and returns how many. Leaves totals and plane empty.
  (func (export "collect") (param $totals i32) (param $plane i32) (param $sums i32) (param $least i32) (result i32)
    (local $at i32)
    (local $word i64)
    (local $doc i32)
    (local $place i32)
    (local $sum i32)
    (local $found i32)
    (loop $next
      (local.set $word (i64.load (i32.add (local.get $plane) (local.get $at))))
      (if (i64.ne (local.get $word) (i64.const 0))
        (then
          (i64.store (i32.add (local.get $plane) (local.get $at)) (i64.const 0))
          (loop $bit
            (local.set $doc (i32.add (i32.shl (local.get $at) (i32.const 3)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
            (local.set $place (i32.add (local.get $totals) (i32.shl (local.get $doc) (i32.const 1))))
            (local.set $sum (i32.load16_u (local.get $place)))
            (i32.store16 (local.get $place) (i32.const 0))
            (if (i32.ge_u (local.get $sum) (local.get $least))
              (then
                (i32.store (i32.shl (local.get $found) (i32.const 2)) (local.get $doc))
                (i32.store (i32.add (local.get $sums) (i32.shl (local.get $found) (i32.const 2))) (local.get $sum))
                (local.set $found (i32.add (local.get $found) (i32.const 1)))))
            (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
            (br_if $bit (i64.ne (local.get $word) (i64.const 0))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 8192))))
    (local.get $found))

  ;; Notes the documents of the 16 bytes at `value`, which are those from `first` on in a plane. Returns how many there are now.
  (func $list (param $value i32) (param $first i32) (param $found i32) (result i32)
    (local $end i32)
    (local $word i64)
    (local.set $end (i32.add (local.get $value) (i32.const 16)))
    (loop $words
      (local.set $word (i64.load (local.get $value)))
      (block $done
        (loop $bit
          (br_if $done (i64.eqz (local.get $word)))
          (i32.store
            (i32.shl (local.get $found) (i32.const 2))
            (i32.add (i32.shl (local.get $first) (i32.const 3)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
          (local.set $found (i32.add (local.get $found) (i32.const 1)))
          (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
          (br $bit)))
      (local.set $first (i32.add (local.get $first) (i32.const 8)))
      (br_if $words (i32.lt_u (local.tee $value (i32.add (local.get $value) (i32.const 8))) (local.get $end))))
    (local.get $found))

  ;; Adds `bound` to the sum of each document found that stands in the container, and keeps those whose sum is `least` or more.
  ;; Returns how many.
  (func (export "narrow") (param $at i32) (param $count i32) (param $bound i32) (param $sums i32) (param $found i32) (param $least i32)
    (result i32)
    (local $i i32)
    (local $doc i32)
    (local $sum i32)
    (local $kept i32)
    (local $place i32)
    (loop $next
      (local.set $doc (i32.load (i32.shl (local.get $i) (i32.const 2))))
      (local.set $sum (i32.load (i32.add (local.get $sums) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.gt_u (local.get $count) (i32.const 7000))
        (then
          (if (i32.or
                (call $bit (local.get $at) (local.get $doc))
                (call $bit (i32.add (local.get $at) (i32.const 8192)) (local.get $doc)))
            (then (local.set $sum (i32.add (local.get $sum) (local.get $bound))))))
        (else
          ;; Documents come in their order: the next one cannot stand before this one.
          (local.set $place (call $placeOf (local.get $at) (local.get $place) (local.get $count) (local.get $doc)))
          (if (i32.eq (i32.load16_u (i32.add (local.get $at) (i32.shl (local.get $place) (i32.const 1)))) (local.get $doc))
            (then (local.set $sum (i32.add (local.get $sum) (local.get $bound)))))))
      (if (i32.ge_u (local.get $sum) (local.get $least))
        (then
          (i32.store (i32.shl (local.get $kept) (i32.const 2)) (local.get $doc))
          (i32.store (i32.add (local.get $sums) (i32.shl (local.get $kept) (i32.const 2))) (local.get $sum))
          (local.set $kept (i32.add (local.get $kept) (i32.const 1)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $found))))
    (local.get $kept))

  ;; Of an array, from one place on, where a document stands, or the first that comes behind it, or the last of all. In strides
  ;; that double, as it is mostly near.
  (func $placeOf (param $at i32) (param $from i32) (param $count i32) (param $doc i32) (result i32)
    (local $to i32)
    (local $middle i32)
    (local $stride i32)
    (local.set $stride (i32.const 1))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (block $near
      (loop $further
        (local.set $to (i32.add (local.get $from) (local.get $stride)))
        (if (i32.ge_u (local.get $to) (local.get $count))
          (then
            (local.set $to (local.get $count))
            (br $near)))
        (br_if $near
          (i32.ge_u (i32.load16_u (i32.add (local.get $at) (i32.shl (local.get $to) (i32.const 1)))) (local.get $doc)))
        (local.set $from (local.get $to))
        (local.set $stride (i32.shl (local.get $stride) (i32.const 1)))
        (br $further)))
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
    (local.get $from))

  ;; Which documents pass, 256 at a time: from `program` to `end` there are steps of three words, each of which names a plane
  ;; and two values of earlier steps. A step's value has the bits of the second, and those of the first that the plane has too.
  ;; The values are of 32 bytes; before that of the first step, at `values`, there are one of no bits and one of all. Notes the
  ;; documents that the last step leaves, in their order, and returns how many.
  (func (export "find") (param $program i32) (param $end i32) (param $values i32) (result i32)
    (local $first i32)
    (local $at i32)
    (local $value i32)
    (local $yes i32)
    (local $no i32)
    (local $plane i32)
    (local $found i32)
    (loop $next
      (local.set $at (local.get $program))
      (local.set $value (local.get $values))
      (loop $step
        (local.set $plane (i32.add (i32.load (local.get $at)) (local.get $first)))
        (local.set $yes (i32.load offset=4 (local.get $at)))
        (local.set $no (i32.load offset=8 (local.get $at)))
        (v128.store
          (local.get $value)
          (v128.or (v128.load (local.get $no)) (v128.and (v128.load (local.get $yes)) (v128.load (local.get $plane)))))
        (v128.store offset=16
          (local.get $value)
          (v128.or
            (v128.load offset=16 (local.get $no))
            (v128.and (v128.load offset=16 (local.get $yes)) (v128.load offset=16 (local.get $plane)))))
        (local.set $value (i32.add (local.get $value) (i32.const 32)))
        (br_if $step (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 12))) (local.get $end))))
      (local.set $value (i32.sub (local.get $value) (i32.const 32)))
      (if (v128.any_true (v128.or (v128.load (local.get $value)) (v128.load offset=16 (local.get $value))))
        (then
          (local.set $found (call $list (local.get $value) (local.get $first) (local.get $found)))
          (local.set $found
            (call $list (i32.add (local.get $value) (i32.const 16)) (i32.add (local.get $first) (i32.const 16)) (local.get $found)))))
      (br_if $next (i32.lt_u (local.tee $first (i32.add (local.get $first) (i32.const 32))) (i32.const 8192))))
    (local.get $found))

  ;; For each row of field codes the sum of its weights, of which there are four a column, two bytes each; no more than
  ;; `full`. Behind the weighed columns one tells that a document is the project's own, the next one that it is nobody's:
  ;; of the latter `neutral` 256ths count, of all others `foreign` 256ths if they reach `strong`. Keeps what weighs `least` or
  ;; more, moves it together, documents and rows alike, with the weights at `out`, two bytes each, and returns how many.
  (func (export "weigh") (param $found i32) (param $row i32) (param $width i32) (param $columns i32) (param $weights i32)
    (param $full i32) (param $neutral i32) (param $foreign i32) (param $strong i32) (param $least i32) (param $out i32) (result i32)
    (local $i i32)
    (local $column i32)
    (local $sum i32)
    (local $factor i32)
    (local $to i32)
    (local $kept i32)
    (local.set $to (local.get $row))
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
      (local.set $sum (i32.shr_u (i32.add (i32.mul (local.get $sum) (local.get $factor)) (i32.const 255)) (i32.const 8)))
      (if (i32.ge_u (local.get $sum) (local.get $least))
        (then
          (i32.store16 (i32.add (local.get $out) (i32.shl (local.get $kept) (i32.const 1))) (local.get $sum))
          (i32.store (i32.shl (local.get $kept) (i32.const 2)) (i32.load (i32.shl (local.get $i) (i32.const 2))))
          (memory.copy (local.get $to) (local.get $row) (local.get $width))
          (local.set $to (i32.add (local.get $to) (local.get $width)))
          (local.set $kept (i32.add (local.get $kept) (i32.const 1)))))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $found))))
    (local.get $kept))

  ;; For each document found that stands in the container, its field's code into its row.
  (func (export "note") (param $at i32) (param $count i32) (param $found i32) (param $row i32) (param $width i32)
    (if (i32.gt_u (local.get $count) (i32.const 7000))
      (then (call $noteBitmap (local.get $at) (local.get $found) (local.get $row) (local.get $width)))
      (else (call $noteArray (local.get $at) (local.get $count) (local.get $found) (local.get $row) (local.get $width)))))

  (func $noteArray (param $at i32) (param $count i32) (param $found i32) (param $row i32) (param $width i32)
    (local $i i32)
    (local $doc i32)
    (local $from i32)
    (local $fields i32)
    (local.set $fields
      (i32.add (local.get $at) (i32.shl (i32.shr_u (i32.add (local.get $count) (i32.const 1)) (i32.const 1)) (i32.const 2))))
    (loop $next
      (local.set $doc (i32.load (i32.shl (local.get $i) (i32.const 2))))
      (local.set $from (call $placeOf (local.get $at) (local.get $from) (local.get $count) (local.get $doc)))
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

  (func $noteBitmap (param $at i32) (param $found i32) (param $row i32) (param $width i32)
    (local $i i32)
    (local $doc i32)
    (local $code i32)
    (loop $next
      (local.set $doc (i32.load (i32.shl (local.get $i) (i32.const 2))))
      (local.set $code
        (i32.or
          (call $bit (local.get $at) (local.get $doc))
          (i32.shl (call $bit (i32.add (local.get $at) (i32.const 8192)) (local.get $doc)) (i32.const 1))))
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
