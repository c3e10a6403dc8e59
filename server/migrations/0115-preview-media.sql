-- Addresses of a preview's pictures, players and files name the link they were given with: a new link is another one.
alter table preview_links add column id uuid not null default gen_random_uuid() unique;
