-- Large files are kept in parts, so that neither storing one nor reading it asks for all of it at once in memory.
-- Their row in `originals` has the codec 'parts' and no data.

CREATE TABLE original_parts (
    sha256 VARCHAR NOT NULL,
    part INTEGER NOT NULL,                  -- 1, 2, 3 …; one after the other they are the file
    bytes BIGINT NOT NULL,                  -- unpacked
    codec VARCHAR NOT NULL,                 -- zstd, or none where that is no larger
    data BLOB NOT NULL
);
