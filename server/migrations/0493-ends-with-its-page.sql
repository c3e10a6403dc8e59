-- A membership that ends only because its page closes: if the page comes back, so does the membership.
alter table subscriptions add column ends_with_page boolean not null default false;
