-- Outside a transaction: counts what was booked before, in batches that commit.
do $$ begin
  while balances_count(10000) > 0 loop
    commit;
  end loop;
end $$;
