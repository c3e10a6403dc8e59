-- Outside a transaction: built while details are written. The same of what pages are paid by.
create index concurrently if not exists payout_details_by_key
  on payout_details (substring(encrypted_details from 1 for 5), creator_id) where length(encrypted_details) > 0;
