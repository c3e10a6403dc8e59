-- Whom a person has blocked, most recent first.
create index blocks_in_order on blocks (blocker_id, created_at desc, blocked_id desc);
