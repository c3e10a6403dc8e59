-- Outside a transaction: pages may be read and written meanwhile. `creators_alike` holds the same and more.
drop index concurrently if exists creators_search;
