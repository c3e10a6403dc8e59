-- Which plans of a page somebody has access through is asked at almost every request of who is signed in.
create index subscriptions_member_creator on subscriptions (member_id, creator_id);
