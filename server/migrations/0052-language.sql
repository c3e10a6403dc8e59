-- The language of a user's mails and documents.
alter table users add column language text not null default 'en'
  constraint users_language_known check (language in ('en', 'pseudo'));
