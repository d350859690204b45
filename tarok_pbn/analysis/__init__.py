"""Analysis: hands solved with all cards open, by a native kernel where one was built."""
