-- A refund made in the provider's dashboard takes the place of ours that were waiting. If it fails, they are owed again.
alter table refunds add column replaced_by uuid references refunds (id);
create index refunds_replaced_by on refunds (replaced_by) where replaced_by is not null;
