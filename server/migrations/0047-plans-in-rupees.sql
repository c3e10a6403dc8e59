-- A plan is priced in one currency, chosen when it is made. Amounts stay in hundredths: cents or paise.
alter table plans add column currency text not null default 'USD' check (currency in ('USD', 'INR'));
alter table plans drop constraint plans_price_cents_check;
alter table plans add constraint plans_price_cents_check check (
  case currency when 'INR' then price_cents between 5000 and 50000000 else price_cents between 500 and 1000000 end);
-- Its versions are in the currency of the plan, which holds their price against the range.
alter table plan_versions drop constraint plan_versions_price_cents_check;
alter table plan_versions add constraint plan_versions_price_cents_check check (price_cents between 500 and 50000000);

-- What members agreed to is in it.
create trigger plans_keep_currency before update on plans for each row execute function money_keep_columns('currency');

-- Each currency has a balance of its own, and a payout of its own.
create unique index payouts_one_open_each on payouts (creator_id, currency)
  where status in ('requested', 'approved', 'sent');
drop index payouts_one_open;
