-- What people want to be mailed about. Without a row the defaults count: service mails on, marketing off until chosen.
create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  replies boolean not null default true,
  creator_updates boolean not null default true,
  product_updates boolean not null default false,
  newsletter boolean not null default false,
  offers boolean not null default false,
  updated_at timestamptz not null
);

create index payments_member_id on payments (member_id, id desc);
