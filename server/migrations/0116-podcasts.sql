-- How a page's audio is announced to podcast apps, where its creator chose it.
create table podcasts (
  creator_id uuid primary key references creators,
  category text not null,
  language text not null
);
