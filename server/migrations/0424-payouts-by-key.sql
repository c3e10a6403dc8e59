-- Outside a transaction: built while payouts are written. Those under a key that is no longer the present one are found
-- without reading all: version and key id are the first five bytes.
create index concurrently if not exists payouts_by_key
  on payouts (substring(encrypted_details from 1 for 5), id) where length(encrypted_details) > 0;
