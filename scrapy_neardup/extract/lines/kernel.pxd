cdef class Block:
    cdef public str text
    cdef public int weight
    cdef public int link_weight
    cdef public int marks
    cdef public str tag
    cdef public int depth
    cdef public int low
    cdef public bint beside

cpdef str squeeze(str text, bint digits=*)
