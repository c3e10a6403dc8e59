-- The provider's ids of subscriptions and payments that a webhook's body names, to find what an erased account is named
-- in. Escaped, because a body may be no text at all.
create function provider_ids_in(body bytea) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct found[1]), '{}')
    from regexp_matches(encode(body, 'escape'), '"((?:sub|pay)_[A-Za-z0-9_-]{1,64})"', 'g') as found
$$;
