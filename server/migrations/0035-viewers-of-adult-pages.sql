-- Whether somebody asked for pages with adult content in Explore and search; they are left out otherwise.
alter table users add column sees_adult_pages boolean not null default false;
