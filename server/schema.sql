-- What the migrations make: tables, functions and views of the schema "public", each in the order of its name. To read;
-- nothing runs it. `node scripts/schema.ts` writes it anew after a migration, and a test holds that it is true.

create extension pg_trgm;

create table accepted_rules (
  user_id uuid not null,
  creator_id uuid not null,
  accepted_at timestamp with time zone not null,
  constraint accepted_rules_pkey PRIMARY KEY (user_id, creator_id),
  constraint accepted_rules_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint accepted_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX accepted_rules_creator_id ON public.accepted_rules USING btree (creator_id);

create table account_suspensions (
  id uuid not null,
  user_id uuid not null,
  suspended_at timestamp with time zone not null,
  reason text not null,
  suspended_by text not null,
  reinstated_at timestamp with time zone,
  reinstatement_reason text,
  reinstated_by text,
  constraint account_suspensions_pkey PRIMARY KEY (id),
  constraint account_suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_suspensions_check CHECK ((num_nulls(reinstated_at, reinstatement_reason, reinstated_by) = ANY (ARRAY[0, 3])))
);
CREATE UNIQUE INDEX account_suspensions_one_open ON public.account_suspensions USING btree (user_id) WHERE (reinstated_at IS NULL);
CREATE INDEX account_suspensions_user_id ON public.account_suspensions USING btree (user_id);

create table activation_codes (
  sign_up_hash bytea not null,
  user_id uuid,
  code_hash bytea,
  wrong_tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  constraint activation_codes_pkey PRIMARY KEY (sign_up_hash),
  constraint activation_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint activation_codes_check CHECK (((user_id IS NULL) = (code_hash IS NULL)))
);
CREATE INDEX activation_codes_expires_at ON public.activation_codes USING btree (expires_at);
CREATE INDEX activation_codes_user_id ON public.activation_codes USING btree (user_id);

create table announcement_deliveries (
  announcement_id uuid not null,
  user_id uuid not null,
  constraint announcement_deliveries_pkey PRIMARY KEY (announcement_id, user_id),
  constraint announcement_deliveries_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE,
  constraint announcement_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX announcement_deliveries_user_id ON public.announcement_deliveries USING btree (user_id);

create table announcements (
  id uuid not null,
  creator_id uuid not null,
  audience_id uuid not null,
  body text not null,
  client_key uuid not null,
  sent_count integer default 0 not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_creator_id_client_key_key UNIQUE (creator_id, client_key),
  constraint announcements_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id),
  constraint announcements_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);
CREATE INDEX announcements_audience ON public.announcements USING btree (audience_id);
CREATE INDEX announcements_of_page ON public.announcements USING btree (creator_id, created_at DESC);

create table appeals (
  id uuid not null,
  decision_id uuid not null,
  text text not null,
  appealed_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  decided_by text not null,
  answered_by text,
  answered_at timestamp with time zone,
  outcome text,
  answer text default ''::text not null,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_decision_id_key UNIQUE (decision_id),
  constraint appeals_decision_id_decided_by_fkey FOREIGN KEY (decision_id, decided_by) REFERENCES decisions(id, decided_by),
  constraint appeals_by_somebody_else CHECK ((answered_by <> decided_by)),
  constraint appeals_check CHECK (((answered_at IS NULL) = (outcome IS NULL))),
  constraint appeals_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'overturned'::text])))
);
CREATE INDEX appeals_appealed_at ON public.appeals USING btree (appealed_at);
CREATE INDEX appeals_open ON public.appeals USING btree (due_at) WHERE (answered_at IS NULL);

create table approvals (
  id uuid not null,
  action text not null,
  subject_id uuid not null,
  concerned_ids uuid[] not null,
  payload jsonb not null,
  reason text not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  outcome text,
  note text default ''::text not null,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint approvals_action_check CHECK ((action = ANY (ARRAY['refund'::text, 'payout-release'::text, 'grant-role'::text]))),
  constraint approvals_check CHECK ((decided_by <> asked_by)),
  constraint approvals_check1 CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  constraint approvals_check2 CHECK (((outcome = ANY (ARRAY['approved'::text, 'declined'::text])) = (decided_by IS NOT NULL))),
  constraint approvals_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'alone'::text, 'expired'::text])))
);
CREATE INDEX approvals_asked_by ON public.approvals USING btree (asked_by);
CREATE INDEX approvals_decided_by ON public.approvals USING btree (decided_by);
CREATE UNIQUE INDEX approvals_one_open ON public.approvals USING btree (action, subject_id, ((payload ->> 'role'::text))) NULLS NOT DISTINCT WHERE (outcome IS NULL);
CREATE INDEX approvals_open ON public.approvals USING btree (id DESC) WHERE (outcome IS NULL);

create table audience_moments (
  at timestamp with time zone not null,
  audience_id uuid not null,
  is_opening boolean not null,
  constraint audience_moments_pkey PRIMARY KEY (at, audience_id, is_opening),
  constraint audience_moments_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id) ON DELETE CASCADE
);
CREATE INDEX audience_moments_audience_id ON public.audience_moments USING btree (audience_id);

create table audience_step_plans (
  audience_id uuid not null,
  "position" smallint not null,
  plan_id uuid not null,
  constraint audience_step_plans_pkey PRIMARY KEY (audience_id, "position", plan_id),
  constraint audience_step_plans_audience_id_position_fkey FOREIGN KEY (audience_id, "position") REFERENCES audience_steps(audience_id, "position") ON DELETE CASCADE,
  constraint audience_step_plans_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);
CREATE INDEX audience_step_plans_plan_id ON public.audience_step_plans USING btree (plan_id);

create table audience_steps (
  audience_id uuid not null,
  "position" smallint not null,
  reach text not null,
  is_exact boolean default false not null,
  from_at timestamp with time zone,
  until_at timestamp with time zone,
  constraint audience_steps_pkey PRIMARY KEY (audience_id, "position"),
  constraint audience_steps_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id) ON DELETE CASCADE,
  constraint audience_steps_check CHECK ((from_at < until_at)),
  constraint audience_steps_reach_check CHECK ((reach = ANY (ARRAY['everyone'::text, 'followers'::text, 'members'::text, 'plans'::text])))
);

create table audiences (
  id uuid not null,
  creator_id uuid not null,
  digest text not null,
  constraint audiences_pkey PRIMARY KEY (id),
  constraint audiences_creator_id_digest_key UNIQUE (creator_id, digest),
  constraint audiences_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE
);

create table audit_log (
  id uuid not null,
  "position" bigint not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  role text not null,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  reason text,
  before jsonb not null,
  after jsonb not null,
  request_id uuid not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_position_key UNIQUE ("position"),
  constraint audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'operator-command'::text]))),
  constraint audit_log_check CHECK (((actor_kind = 'user'::text) = (actor_id IS NOT NULL))),
  constraint audit_log_check1 CHECK (((actor_kind = 'operator-command'::text) = (actor_name IS NOT NULL))),
  constraint audit_log_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'moderator'::text, 'support'::text, 'finance'::text])))
);
CREATE INDEX audit_log_actor_id ON public.audit_log USING btree (actor_id);
CREATE INDEX audit_log_actor_id_at ON public.audit_log USING btree (actor_id, at);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, "position" DESC);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_id, "position" DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_kind, subject_id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_log_seal BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_seal();

create table balance_days (
  creator_id uuid not null,
  currency text not null,
  day date not null,
  amount_minor bigint not null,
  line_count integer default 0 not null,
  fee_minor bigint default 0 not null,
  charged_minor bigint default 0 not null,
  charged_fee_minor bigint default 0 not null,
  paid_out_minor bigint default 0 not null,
  constraint balance_days_pkey PRIMARY KEY (creator_id, currency, day),
  constraint balance_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table balance_totals (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  constraint balance_totals_pkey PRIMARY KEY (account, currency)
);

create table balances_counted (
  is_one boolean default true not null,
  "position" bigint not null,
  constraint balances_counted_pkey PRIMARY KEY (is_one),
  constraint balances_counted_is_one_check CHECK (is_one)
);

create table billing_details (
  user_id uuid not null,
  address text default ''::text not null,
  gstin text default ''::text not null,
  updated_at timestamp with time zone not null,
  constraint billing_details_pkey PRIMARY KEY (user_id),
  constraint billing_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_check CHECK ((blocker_id <> blocked_id))
);
CREATE INDEX blocks_blocked_id ON public.blocks USING btree (blocked_id);
CREATE INDEX blocks_in_order ON public.blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);

create table broadcasts (
  id uuid not null,
  live_session_id uuid not null,
  client_key uuid not null,
  kind text not null,
  started_at timestamp with time zone not null,
  heard_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  mime text not null,
  width integer not null,
  height integer not null,
  init_key text,
  init_bytes integer,
  init_sha256 text,
  ordinal integer,
  zero_at timestamp with time zone,
  has_captions boolean default false not null,
  constraint broadcasts_pkey PRIMARY KEY (id),
  constraint broadcasts_live_session_id_client_key_key UNIQUE (live_session_id, client_key),
  constraint broadcasts_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint broadcasts_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'rtmp'::text])))
);
CREATE INDEX broadcasts_init_key ON public.broadcasts USING btree (init_key);

create table case_lines (
  case_id uuid not null,
  "position" smallint not null,
  author_id uuid not null,
  body text not null,
  written_at timestamp with time zone not null,
  is_reported boolean not null,
  constraint case_lines_pkey PRIMARY KEY (case_id, "position"),
  constraint case_lines_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint case_lines_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id)
);
CREATE INDEX case_lines_author ON public.case_lines USING btree (author_id);

create table cases (
  id uuid not null,
  number integer generated always as identity not null,
  target_kind text not null,
  target_id uuid not null,
  channel_id uuid,
  seq integer,
  creator_id uuid,
  concerned_id uuid not null,
  level text not null,
  reason text not null,
  urgency text not null,
  profile text not null,
  state text not null,
  opened_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledge_due_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  alarm_stage smallint default 0 not null,
  held_at timestamp with time zone,
  report_count integer default 0 not null,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_number_key UNIQUE (number),
  constraint cases_concerned_id_fkey FOREIGN KEY (concerned_id) REFERENCES users(id),
  constraint cases_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint cases_level_check CHECK ((level = ANY (ARRAY['page'::text, 'operator'::text]))),
  constraint cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'decided'::text]))),
  constraint cases_urgency_check CHECK ((urgency = ANY (ARRAY['ordinary'::text, 'listed'::text, 'intimate'::text, 'order'::text])))
);
CREATE INDEX cases_concerned ON public.cases USING btree (concerned_id, id);
CREATE INDEX cases_creator_id ON public.cases USING btree (creator_id);
CREATE INDEX cases_of_page ON public.cases USING btree (creator_id, due_at, id) WHERE ((state = 'open'::text) AND (level = 'page'::text));
CREATE UNIQUE INDEX cases_one_open ON public.cases USING btree (target_kind, target_id) WHERE (state = 'open'::text);
CREATE INDEX cases_open ON public.cases USING btree (level, due_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_opened_at ON public.cases USING btree (opened_at);
CREATE INDEX cases_target ON public.cases USING btree (target_kind, target_id);

create table channels (
  id uuid not null,
  kind text not null,
  creator_id uuid,
  last_seq integer default 0 not null,
  message_count integer default 0 not null,
  slow_seconds integer,
  locked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  page_id uuid,
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint channels_page_id_fkey FOREIGN KEY (page_id) REFERENCES creators(id),
  constraint channels_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'room'::text, 'conversation'::text, 'live'::text]))),
  constraint channels_message_count_check CHECK ((message_count >= 0))
) with (fillfactor=50);
CREATE INDEX channels_creator_id ON public.channels USING btree (creator_id);
CREATE INDEX channels_page_id ON public.channels USING btree (page_id) WHERE (page_id IS NOT NULL);

create table closed_balances (
  id uuid not null,
  creator_id uuid not null,
  kind text not null,
  currency text not null,
  amount_cents bigint not null,
  booked_at timestamp with time zone not null,
  status text default 'open'::text not null,
  settled_at timestamp with time zone,
  bank_reference text default ''::text not null,
  constraint closed_balances_pkey PRIMARY KEY (id),
  constraint closed_balances_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint closed_balances_amount_cents_check CHECK ((amount_cents > 0)),
  constraint closed_balances_check CHECK (((kind = 'unclaimed'::text) OR (status = 'open'::text))),
  constraint closed_balances_check1 CHECK (((status = 'open'::text) = (settled_at IS NULL))),
  constraint closed_balances_kind_check CHECK ((kind = ANY (ARRAY['unclaimed'::text, 'loss'::text]))),
  constraint closed_balances_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'returned'::text])))
);
CREATE INDEX closed_balances_creator_id ON public.closed_balances USING btree (creator_id);
CREATE UNIQUE INDEX closed_balances_one_open ON public.closed_balances USING btree (creator_id, currency) WHERE ((kind = 'unclaimed'::text) AND (status = 'open'::text));
CREATE TRIGGER closed_balances_keep_all_rows BEFORE TRUNCATE ON public.closed_balances FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER closed_balances_keep_amounts BEFORE UPDATE ON public.closed_balances FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'creator_id', 'kind', 'currency', 'amount_cents', 'booked_at');
CREATE TRIGGER closed_balances_keep_rows BEFORE DELETE ON public.closed_balances FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table collection_posts (
  collection_id uuid not null,
  post_id uuid not null,
  "position" integer not null,
  constraint collection_posts_pkey PRIMARY KEY (collection_id, post_id),
  constraint collection_posts_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint collection_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX collection_posts_in_order ON public.collection_posts USING btree (collection_id, "position");
CREATE INDEX collection_posts_of_post ON public.collection_posts USING btree (post_id);

create table collections (
  id uuid not null,
  creator_id uuid not null,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_creator_id_slug_key UNIQUE (creator_id, slug),
  constraint collections_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table community_rules (
  creator_id uuid not null,
  body text not null,
  constraint community_rules_pkey PRIMARY KEY (creator_id),
  constraint community_rules_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table conversations (
  id uuid not null,
  kind text not null,
  pair_key text,
  creator_id uuid,
  name text default ''::text not null,
  owner_id uuid,
  requested_by uuid,
  requested_at timestamp with time zone,
  is_agreed boolean default false not null,
  created_at timestamp with time zone not null,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_pair_key_key UNIQUE (pair_key),
  constraint conversations_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint conversations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint conversations_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint conversations_kind_check CHECK ((kind = ANY (ARRAY['pair'::text, 'group'::text])))
);
CREATE INDEX conversations_creator_id ON public.conversations USING btree (creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX conversations_owner_id ON public.conversations USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX conversations_requests ON public.conversations USING btree (requested_at) WHERE (requested_by IS NOT NULL);

create table creator_cohorts (
  creator_id uuid not null,
  currency text not null,
  cohort date not null,
  month date not null,
  members integer default 0 not null,
  firsts integer default 0 not null,
  twelfths bigint default 0 not null,
  constraint creator_cohorts_pkey PRIMARY KEY (creator_id, currency, cohort, month),
  constraint creator_cohorts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table creator_days (
  creator_id uuid not null,
  currency text not null,
  day date not null,
  new_twelfths bigint default 0 not null,
  returned_twelfths bigint default 0 not null,
  up_twelfths bigint default 0 not null,
  down_twelfths bigint default 0 not null,
  lost_twelfths bigint default 0 not null,
  new_members integer default 0 not null,
  returned_members integer default 0 not null,
  lost_members integer default 0 not null,
  charges integer default 0 not null,
  gross_cents bigint default 0 not null,
  given_back_cents bigint default 0 not null,
  fee_cents bigint default 0 not null,
  net_cents bigint default 0 not null,
  correction_cents bigint default 0 not null,
  constraint creator_days_pkey PRIMARY KEY (creator_id, currency, day),
  constraint creator_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint creator_days_check CHECK ((((gross_cents - given_back_cents) - fee_cents) = net_cents))
);

create table creator_topics (
  creator_id uuid not null,
  topic text not null,
  "position" smallint not null,
  constraint creator_topics_pkey PRIMARY KEY (creator_id, topic),
  constraint creator_topics_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint creator_topics_topic_check CHECK (((length(topic) >= 2) AND (length(topic) <= 30)))
);
CREATE INDEX creator_topics_alike ON public.creator_topics USING gin (topic gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX creator_topics_topic ON public.creator_topics USING btree (topic text_pattern_ops, creator_id);

create table creators (
  id uuid not null,
  user_id uuid not null,
  page_name text not null,
  handle text not null,
  headline text default ''::text not null,
  banner_title text default ''::text not null,
  banner_subtitle text default ''::text not null,
  is_adult boolean default false not null,
  profile_image text,
  banner_image text,
  platform_plan_id uuid not null,
  age_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  about text default ''::text not null,
  links text[] default '{}'::text[] not null,
  shows_counts boolean default false not null,
  member_count integer default 0 not null,
  post_count integer default 0 not null,
  counted_at timestamp with time zone,
  shared_at timestamp with time zone,
  setup_hidden_at timestamp with time zone,
  has_collections boolean default false not null,
  has_rooms boolean default false not null,
  unlisted_until timestamp with time zone,
  labelled_until timestamp with time zone,
  adult_by_label boolean default false not null,
  posting_stopped_until timestamp with time zone,
  joining_stopped_until timestamp with time zone,
  payouts_held_until timestamp with time zone,
  has_live boolean default false not null,
  constraint creators_pkey PRIMARY KEY (id),
  constraint creators_one_page_per_user UNIQUE (user_id),
  constraint creators_platform_plan_id_fkey FOREIGN KEY (platform_plan_id) REFERENCES platform_plans(id),
  constraint creators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creators_alike ON public.creators USING gin (page_name gin_trgm_ops, handle gin_trgm_ops, headline gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX creators_banner_image ON public.creators USING btree (banner_image) WHERE (banner_image IS NOT NULL);
CREATE UNIQUE INDEX creators_handle_key ON public.creators USING btree (lower(handle));
CREATE INDEX creators_handle_start ON public.creators USING btree (lower(handle) text_pattern_ops, id);
CREATE INDEX creators_hidden ON public.creators USING btree (id) WHERE (hidden_at IS NOT NULL);
CREATE INDEX creators_name_start ON public.creators USING btree (lower(page_name) text_pattern_ops, id);
CREATE INDEX creators_profile_image ON public.creators USING btree (profile_image) WHERE (profile_image IS NOT NULL);
CREATE INDEX creators_to_count ON public.creators USING btree (counted_at NULLS FIRST) WHERE shows_counts;
CREATE TRIGGER creators_keep_owner BEFORE UPDATE OF id, user_id, created_at, platform_plan_id ON public.creators FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'user_id', 'created_at', 'platform_plan_id');

create table decisions (
  id uuid not null,
  case_id uuid not null,
  measure text not null,
  rule text not null,
  rules_version text not null,
  ground text not null,
  facts text not null,
  automated text default 'no'::text not null,
  decided_as text not null,
  decided_by text not null,
  decided_at timestamp with time zone not null,
  appeal_until timestamp with time zone not null,
  fix_until timestamp with time zone,
  fixed_at timestamp with time zone,
  lifted_at timestamp with time zone,
  lifted_because text,
  until_at timestamp with time zone,
  extended_at timestamp with time zone,
  extended_by text,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_id_decided_by_key UNIQUE (id, decided_by),
  constraint decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint decisions_automated_check CHECK ((automated = ANY (ARRAY['no'::text, 'partly'::text, 'fully'::text]))),
  constraint decisions_check CHECK (((lifted_at IS NULL) = (lifted_because IS NULL))),
  constraint decisions_decided_as_check CHECK ((decided_as = ANY (ARRAY['page'::text, 'operator'::text]))),
  constraint decisions_extended_by_somebody_else CHECK ((extended_by <> decided_by)),
  constraint decisions_ground_check CHECK ((ground = ANY (ARRAY['law'::text, 'terms'::text]))),
  constraint decisions_lifted_because_check CHECK ((lifted_because = ANY (ARRAY['appeal'::text, 'unanswered'::text, 'fixed'::text, 'moderator'::text, 'over'::text]))),
  constraint decisions_measure_check CHECK ((measure = ANY (ARRAY['none'::text, 'label'::text, 'hide'::text, 'remove'::text, 'unlist'::text, 'stop_posting'::text, 'stop_joining'::text, 'hold_payouts'::text, 'suspend'::text])))
);
CREATE INDEX decisions_case ON public.decisions USING btree (case_id, decided_at);
CREATE INDEX decisions_decided_at ON public.decisions USING btree (decided_at);
CREATE INDEX decisions_fixed ON public.decisions USING btree (fixed_at) WHERE ((fixed_at IS NOT NULL) AND (lifted_at IS NULL));

create table development_clock (
  is_only_row boolean default true not null,
  offset_ms bigint not null,
  constraint development_clock_pkey PRIMARY KEY (is_only_row),
  constraint development_clock_is_only_row_check CHECK (is_only_row)
);

create table digest_items (
  user_id uuid not null,
  group_key text not null,
  kind text not null,
  creator_id uuid,
  target uuid,
  actors uuid[] default '{}'::uuid[] not null,
  count integer not null,
  pace text not null,
  added_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint digest_items_pkey PRIMARY KEY (user_id, group_key),
  constraint digest_items_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint digest_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint digest_items_pace_check CHECK ((pace = ANY (ARRAY['daily'::text, 'weekly'::text])))
);
CREATE INDEX digest_items_due_at ON public.digest_items USING btree (due_at);

create table dispute_changes (
  id uuid not null,
  provider_dispute_id text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  of_loss boolean not null,
  changed_at timestamp with time zone not null,
  constraint dispute_changes_pkey PRIMARY KEY (id),
  constraint dispute_changes_provider_dispute_id_fkey FOREIGN KEY (provider_dispute_id) REFERENCES disputes(provider_dispute_id),
  constraint dispute_changes_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint dispute_changes_check CHECK (((fee_cents + net_cents) = amount_cents))
);
CREATE INDEX dispute_changes_provider_dispute_id ON public.dispute_changes USING btree (provider_dispute_id);
CREATE TRIGGER dispute_changes_append_only BEFORE DELETE OR UPDATE ON public.dispute_changes FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER dispute_changes_no_truncate BEFORE TRUNCATE ON public.dispute_changes FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table dispute_evidence (
  id uuid not null,
  provider_dispute_id text not null,
  phase text not null,
  text text not null,
  state text not null,
  refusal text default ''::text not null,
  given_by uuid,
  given_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint dispute_evidence_pkey PRIMARY KEY (id),
  constraint dispute_evidence_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id),
  constraint dispute_evidence_provider_dispute_id_fkey FOREIGN KEY (provider_dispute_id) REFERENCES disputes(provider_dispute_id),
  constraint dispute_evidence_check CHECK (((state = 'queued'::text) = (settled_at IS NULL))),
  constraint dispute_evidence_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'refused'::text])))
);
CREATE INDEX dispute_evidence_dispute ON public.dispute_evidence USING btree (provider_dispute_id, id);
CREATE UNIQUE INDEX dispute_evidence_once ON public.dispute_evidence USING btree (provider_dispute_id, phase) WHERE (state <> 'refused'::text);

create table dispute_evidence_media (
  evidence_id uuid not null,
  "position" smallint not null,
  media_id uuid not null,
  provider_document_id text,
  constraint dispute_evidence_media_pkey PRIMARY KEY (evidence_id, "position"),
  constraint dispute_evidence_media_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES dispute_evidence(id),
  constraint dispute_evidence_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id)
);
CREATE UNIQUE INDEX dispute_evidence_media_once ON public.dispute_evidence_media USING btree (media_id);

create table dispute_losses (
  provider_dispute_id text not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  lost_at timestamp with time zone not null,
  constraint dispute_losses_pkey PRIMARY KEY (provider_dispute_id),
  constraint dispute_losses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint dispute_losses_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX dispute_losses_payment_id ON public.dispute_losses USING btree (payment_id);
CREATE TRIGGER dispute_losses_append_only BEFORE DELETE OR UPDATE ON public.dispute_losses FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER dispute_losses_no_truncate BEFORE TRUNCATE ON public.dispute_losses FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table disputes (
  provider_dispute_id text not null,
  payment_id uuid not null,
  status text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  reason text default ''::text not null,
  opened_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  phase text default ''::text not null,
  respond_by timestamp with time zone,
  told_currency text,
  told_amount_minor bigint,
  creator_id uuid,
  asked_cents bigint,
  constraint disputes_pkey PRIMARY KEY (provider_dispute_id),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_asks_for_something CHECK ((asked_cents > 0)),
  constraint disputes_check CHECK (((fee_cents + net_cents) = amount_cents)),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);
CREATE INDEX disputes_by_opening ON public.disputes USING btree (opened_at DESC, provider_dispute_id);
CREATE INDEX disputes_of_page ON public.disputes USING btree (creator_id, opened_at);
CREATE INDEX disputes_open ON public.disputes USING btree (payment_id) WHERE (status = 'open'::text);
CREATE INDEX disputes_payment_id ON public.disputes USING btree (payment_id);
CREATE INDEX disputes_settled ON public.disputes USING btree (settled_at, provider_dispute_id);
CREATE INDEX disputes_waiting ON public.disputes USING btree (COALESCE(respond_by, 'infinity'::timestamp with time zone), provider_dispute_id) WHERE (status = 'open'::text);
CREATE TRIGGER disputes_held_is_no_debt BEFORE INSERT OR UPDATE ON public.disputes FOR EACH ROW WHEN ((new.amount_cents < 0)) EXECUTE FUNCTION disputes_check_held();
CREATE TRIGGER disputes_keep_all_rows BEFORE TRUNCATE ON public.disputes FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER disputes_keep_amounts BEFORE UPDATE ON public.disputes FOR EACH ROW WHEN ((old.status <> 'open'::text)) EXECUTE FUNCTION money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
CREATE TRIGGER disputes_keep_asked BEFORE UPDATE ON public.disputes FOR EACH ROW WHEN ((old.status <> 'open'::text)) EXECUTE FUNCTION money_keep_filled('asked_cents');
CREATE TRIGGER disputes_keep_page BEFORE UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION money_keep_filled('creator_id');
CREATE TRIGGER disputes_keep_payment BEFORE UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION money_keep_columns('provider_dispute_id', 'payment_id');
CREATE TRIGGER disputes_keep_report BEFORE UPDATE OF reason, opened_at, told_currency, told_amount_minor ON public.disputes FOR EACH ROW EXECUTE FUNCTION money_keep_columns('reason', 'opened_at', 'told_currency', 'told_amount_minor');
CREATE TRIGGER disputes_keep_rows BEFORE DELETE ON public.disputes FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER disputes_know_page BEFORE INSERT ON public.disputes FOR EACH ROW EXECUTE FUNCTION disputes_know_page();

create table email_changes (
  id uuid not null,
  user_id uuid not null,
  old_email text not null,
  new_email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  applied_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_changes_new_email_check CHECK ((new_email = lower(new_email))),
  constraint email_changes_old_email_check CHECK ((old_email = lower(old_email)))
);
CREATE INDEX email_changes_expires_at ON public.email_changes USING btree (expires_at);
CREATE UNIQUE INDEX email_changes_one_open ON public.email_changes USING btree (user_id) WHERE (applied_at IS NULL);
CREATE INDEX email_changes_user_id ON public.email_changes USING btree (user_id);

create table errors_seen (
  id uuid not null,
  fingerprint text not null,
  source text not null,
  place text not null,
  kind text not null,
  frames text[] not null,
  reference text,
  release text not null,
  count bigint not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint errors_seen_pkey PRIMARY KEY (id),
  constraint errors_seen_fingerprint_key UNIQUE (fingerprint),
  constraint errors_seen_count_check CHECK ((count > 0)),
  constraint errors_seen_source_check CHECK ((source = ANY (ARRAY['request'::text, 'job'::text])))
);
CREATE INDEX errors_seen_first ON public.errors_seen USING btree (first_seen_at);
CREATE INDEX errors_seen_last ON public.errors_seen USING btree (last_seen_at);
CREATE INDEX errors_seen_open ON public.errors_seen USING btree (last_seen_at DESC, id DESC) WHERE (resolved_at IS NULL);
CREATE INDEX errors_seen_resolved ON public.errors_seen USING btree (last_seen_at DESC, id DESC) WHERE (resolved_at IS NOT NULL);

create table events (
  id uuid not null,
  name text not null,
  payload jsonb not null,
  occurred_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id)
);

create table exclusions (
  room_id uuid not null,
  user_id uuid not null,
  excluded_at timestamp with time zone not null,
  constraint exclusions_pkey PRIMARY KEY (room_id, user_id),
  constraint exclusions_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON DELETE CASCADE,
  constraint exclusions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX exclusions_user_id ON public.exclusions USING btree (user_id);

create table factor_recoveries (
  id uuid not null,
  user_id uuid not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  approved_by text,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  constraint factor_recoveries_pkey PRIMARY KEY (id),
  constraint factor_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factor_recoveries_check CHECK (((approved_by IS NULL) = (due_at IS NULL))),
  constraint factor_recoveries_check1 CHECK (((approved_by IS NULL) OR (approved_by <> asked_by))),
  constraint factor_recoveries_check2 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint factor_recoveries_check3 CHECK (((outcome IS DISTINCT FROM 'removed'::text) OR (approved_by IS NOT NULL))),
  constraint factor_recoveries_outcome_check CHECK ((outcome = ANY (ARRAY['removed'::text, 'kept'::text])))
);
CREATE INDEX factor_recoveries_due ON public.factor_recoveries USING btree (due_at) WHERE ((ended_at IS NULL) AND (due_at IS NOT NULL));
CREATE UNIQUE INDEX factor_recoveries_one_open ON public.factor_recoveries USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX factor_recoveries_user_id ON public.factor_recoveries USING btree (user_id);

create table file_downloads (
  media_id uuid not null,
  member_id uuid not null,
  counted_at timestamp with time zone not null,
  constraint file_downloads_pkey PRIMARY KEY (member_id, media_id),
  constraint file_downloads_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint file_downloads_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id)
);
CREATE INDEX file_downloads_media_id ON public.file_downloads USING btree (media_id);

create table follower_counts (
  creator_id uuid not null,
  followers bigint not null
);
CREATE INDEX follower_counts_of_page ON public.follower_counts USING btree (creator_id) INCLUDE (followers);

create table follows (
  user_id uuid not null,
  creator_id uuid not null,
  followed_at timestamp with time zone not null,
  is_mailed boolean default true not null,
  constraint follows_pkey PRIMARY KEY (user_id, creator_id),
  constraint follows_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE,
  constraint follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX follows_creator_id ON public.follows USING btree (creator_id, user_id);
CREATE TRIGGER follower_counts_deleted AFTER DELETE ON public.follows REFERENCING OLD TABLE AS old_follows FOR EACH STATEMENT EXECUTE FUNCTION follower_counts_keep();
CREATE TRIGGER follower_counts_inserted AFTER INSERT ON public.follows REFERENCING NEW TABLE AS new_follows FOR EACH STATEMENT EXECUTE FUNCTION follower_counts_keep();

create table fraud_suspicions (
  provider_dispute_id text not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  reason text default ''::text not null,
  opened_at timestamp with time zone not null,
  respond_by timestamp with time zone,
  ended_at timestamp with time zone,
  constraint fraud_suspicions_pkey PRIMARY KEY (provider_dispute_id),
  constraint fraud_suspicions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint fraud_suspicions_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX fraud_suspicions_open ON public.fraud_suspicions USING btree (payment_id) WHERE (ended_at IS NULL);
CREATE INDEX fraud_suspicions_payment_id ON public.fraud_suspicions USING btree (payment_id);
CREATE INDEX fraud_suspicions_settled ON public.fraud_suspicions USING btree (ended_at, provider_dispute_id);
CREATE INDEX fraud_suspicions_waiting ON public.fraud_suspicions USING btree (COALESCE(respond_by, 'infinity'::timestamp with time zone), provider_dispute_id) WHERE (ended_at IS NULL);

create table grievances (
  id uuid not null,
  number integer generated always as identity not null,
  kind text not null,
  urgency text not null,
  profile text not null,
  name text not null,
  encrypted_email bytea not null,
  user_id uuid,
  text text not null,
  url text not null,
  token_hash bytea not null,
  opened_at timestamp with time zone not null,
  acknowledged_at timestamp with time zone,
  acknowledge_due_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  alarm_stage smallint default 0 not null,
  answered_at timestamp with time zone,
  answered_by text,
  answer text default ''::text not null,
  emptied_at timestamp with time zone,
  constraint grievances_pkey PRIMARY KEY (id),
  constraint grievances_number_key UNIQUE (number),
  constraint grievances_token_hash_key UNIQUE (token_hash),
  constraint grievances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint grievances_check CHECK (((answered_at IS NULL) = (answered_by IS NULL))),
  constraint grievances_kind_check CHECK ((kind = ANY (ARRAY['content'::text, 'intimate'::text, 'order'::text, 'account'::text, 'payment'::text, 'privacy'::text, 'other'::text]))),
  constraint grievances_urgency_check CHECK ((urgency = ANY (ARRAY['ordinary'::text, 'listed'::text, 'intimate'::text, 'order'::text])))
);
CREATE INDEX grievances_open ON public.grievances USING btree (due_at) WHERE (answered_at IS NULL);
CREATE INDEX grievances_opened_at ON public.grievances USING btree (opened_at);
CREATE INDEX grievances_to_empty ON public.grievances USING btree (answered_at) WHERE ((answered_at IS NOT NULL) AND (emptied_at IS NULL));
CREATE INDEX grievances_user ON public.grievances USING btree (user_id);

create table guess_levels (
  email_hash bytea not null,
  level_thousandths bigint not null,
  counted_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint guess_levels_pkey PRIMARY KEY (email_hash)
);
CREATE INDEX guess_levels_counted_at ON public.guess_levels USING btree (counted_at);

create table hidden_badges (
  user_id uuid not null,
  constraint hidden_badges_pkey PRIMARY KEY (user_id),
  constraint hidden_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table job_schedules (
  name text not null,
  last_run timestamp with time zone not null,
  constraint job_schedules_pkey PRIMARY KEY (name)
);

create table jobs (
  id bigint generated always as identity not null,
  name text not null,
  payload json default '{}'::json not null,
  key text,
  queue text,
  priority smallint default 0 not null,
  run_at timestamp with time zone default now() not null,
  attempts smallint default 0 not null,
  max_attempts smallint default 25 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  lease uuid,
  locked_until timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_due ON public.jobs USING btree (priority, run_at, id) WHERE ((locked_until IS NULL) AND (attempts < max_attempts));
CREATE INDEX jobs_failed ON public.jobs USING btree (name, id) WHERE ((locked_until IS NULL) AND (attempts >= max_attempts));
CREATE UNIQUE INDEX jobs_key ON public.jobs USING btree (key, ((locked_until IS NULL))) WHERE (key IS NOT NULL);
CREATE INDEX jobs_queue ON public.jobs USING btree (queue, run_at, id) WHERE ((queue IS NOT NULL) AND (locked_until IS NULL) AND (attempts < max_attempts));
CREATE UNIQUE INDEX jobs_queue_running ON public.jobs USING btree (queue) WHERE ((queue IS NOT NULL) AND (locked_until IS NOT NULL));
CREATE INDEX jobs_retrying ON public.jobs USING btree (name, id) WHERE ((locked_until IS NULL) AND (attempts < max_attempts) AND (attempts > 0));
CREATE INDEX jobs_running ON public.jobs USING btree (name, id) WHERE (locked_until IS NOT NULL);
CREATE INDEX jobs_waiting ON public.jobs USING btree (name, id) WHERE ((locked_until IS NULL) AND (attempts < max_attempts) AND (attempts = 0));

create table known_places (
  user_id uuid not null,
  place_hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint known_places_pkey PRIMARY KEY (user_id, place_hash),
  constraint known_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_places_seen_at ON public.known_places USING btree (seen_at);

create table leaving_reasons (
  subscription_id uuid not null,
  creator_id uuid not null,
  reason text not null,
  given_at timestamp with time zone not null,
  constraint leaving_reasons_pkey PRIMARY KEY (subscription_id),
  constraint leaving_reasons_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint leaving_reasons_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint leaving_reasons_reason_check CHECK ((reason = ANY (ARRAY['price'::text, 'content'::text, 'time'::text, 'elsewhere'::text, 'finished'::text, 'other'::text])))
);
CREATE INDEX leaving_reasons_of_creator ON public.leaving_reasons USING btree (creator_id, given_at);

create table ledger_chain (
  "position" bigint not null,
  transaction_id uuid not null,
  last_entry_id bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint ledger_chain_pkey PRIMARY KEY ("position"),
  constraint ledger_chain_transaction_id_key UNIQUE (transaction_id)
);
CREATE TRIGGER ledger_chain_append_only BEFORE DELETE OR UPDATE ON public.ledger_chain FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_chain_no_truncate BEFORE TRUNCATE ON public.ledger_chain FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

create table ledger_counted (
  is_one boolean default true not null,
  "position" bigint not null,
  counted_at timestamp with time zone,
  constraint ledger_counted_pkey PRIMARY KEY (is_one),
  constraint ledger_counted_is_one_check CHECK (is_one)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  account text not null,
  creator_id uuid,
  currency text not null,
  amount_minor bigint not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint ledger_entries_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint ledger_entries_check CHECK (((account = 'creator_balance'::text) = (creator_id IS NOT NULL))),
  constraint ledger_entries_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);
CREATE INDEX ledger_entries_of_balance ON public.ledger_entries USING btree (creator_id, currency, transaction_id) WHERE (account = 'creator_balance'::text);
CREATE INDEX ledger_entries_transaction_id ON public.ledger_entries USING btree (transaction_id);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry_balance();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_entries_same_transaction BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_check_same_transaction();
CREATE CONSTRAINT TRIGGER ledger_entries_sealed AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_sealed();

create table ledger_proofs (
  id uuid not null,
  proved_at timestamp with time zone not null,
  transaction_count bigint not null,
  problems jsonb not null,
  constraint ledger_proofs_pkey PRIMARY KEY (id)
);

create table ledger_proved (
  is_one boolean default true not null,
  "position" bigint default 0 not null,
  hash bytea,
  begun_at timestamp with time zone,
  problems jsonb default '[]'::jsonb not null,
  constraint ledger_proved_pkey PRIMARY KEY (is_one),
  constraint ledger_proved_is_one_check CHECK (is_one)
);

create table ledger_proved_sums (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  constraint ledger_proved_sums_pkey PRIMARY KEY (account, currency)
);

create table ledger_transactions (
  id uuid not null,
  reference text not null,
  occurred_at timestamp with time zone not null,
  written_by xid8 default pg_current_xact_id() not null,
  takes_back text,
  purchase text,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_reference_key UNIQUE (reference),
  constraint ledger_transactions_id_has_its_moment CHECK ((((('x'::text || "left"(replace((id)::text, '-'::text, ''::text), 12)))::bit(48))::bigint = ((EXTRACT(epoch FROM occurred_at) * (1000)::numeric))::bigint))
);
CREATE INDEX ledger_transactions_takes_back ON public.ledger_transactions USING btree (takes_back) WHERE (takes_back IS NOT NULL);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_seal AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_seal_new();

create table ledger_unsealed (
  place bigint generated always as identity not null,
  transaction_id uuid not null,
  since timestamp with time zone default clock_timestamp() not null,
  constraint ledger_unsealed_pkey PRIMARY KEY (place)
);
CREATE INDEX ledger_unsealed_transaction ON public.ledger_unsealed USING btree (transaction_id);

create table live_attendances (
  live_session_id uuid not null,
  user_id uuid not null,
  came_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint live_attendances_pkey PRIMARY KEY (live_session_id, user_id),
  constraint live_attendances_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint live_attendances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) with (fillfactor=70);
CREATE INDEX live_attendances_user_id ON public.live_attendances USING btree (user_id);

create table live_players (
  id uuid not null,
  live_session_id uuid not null,
  user_id uuid not null,
  started_at timestamp with time zone not null,
  constraint live_players_pkey PRIMARY KEY (id),
  constraint live_players_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint live_players_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX live_players_of_user ON public.live_players USING btree (user_id, id);
CREATE INDEX live_players_session ON public.live_players USING btree (live_session_id);

create table live_recordings (
  live_session_id uuid not null,
  "position" integer not null,
  media_id uuid not null,
  started_ms integer not null,
  duration_ms integer not null,
  constraint live_recordings_pkey PRIMARY KEY (live_session_id, "position"),
  constraint live_recordings_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint live_recordings_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);
CREATE INDEX live_recordings_media ON public.live_recordings USING btree (media_id);

create table live_reminders (
  live_session_id uuid not null,
  user_id uuid not null,
  constraint live_reminders_pkey PRIMARY KEY (live_session_id, user_id),
  constraint live_reminders_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint live_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX live_reminders_user_id ON public.live_reminders USING btree (user_id);

create table live_segments (
  live_session_id uuid not null,
  seq integer not null,
  broadcast_id uuid not null,
  started_ms integer not null,
  duration_ms integer not null,
  key text not null,
  bytes integer not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  constraint live_segments_pkey PRIMARY KEY (live_session_id, seq),
  constraint live_segments_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  constraint live_segments_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint live_segments_duration_ms_check CHECK ((duration_ms > 0))
);
CREATE INDEX live_segments_broadcast ON public.live_segments USING btree (broadcast_id, seq);
CREATE INDEX live_segments_key ON public.live_segments USING btree (key);

create table live_sessions (
  id uuid not null,
  creator_id uuid not null,
  client_key uuid not null,
  title text not null,
  text text default ''::text not null,
  starts_at timestamp with time zone not null,
  state text default 'scheduled'::text not null,
  audience_id uuid not null,
  questions text not null,
  anonymous_allowed boolean not null,
  replay text not null,
  replay_post_id uuid,
  created_at timestamp with time zone not null,
  live_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_reason text,
  asked_count integer default 0 not null,
  unshown_count integer default 0 not null,
  present_count integer default 0 not null,
  peak_count integer default 0 not null,
  attended_count integer default 0 not null,
  video text default 'none'::text not null,
  heard_at timestamp with time zone,
  lost_at timestamp with time zone,
  segment_count integer default 0 not null,
  media_ms integer default 0 not null,
  longest_ms integer default 0 not null,
  media_bytes bigint default 0 not null,
  sequence integer default 0 not null,
  constraint live_sessions_pkey PRIMARY KEY (id),
  constraint live_sessions_creator_id_client_key_key UNIQUE (creator_id, client_key),
  constraint live_sessions_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id),
  constraint live_sessions_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint live_sessions_replay_post_id_fkey FOREIGN KEY (replay_post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint live_sessions_asked_count_check CHECK ((asked_count >= 0)),
  constraint live_sessions_ended_reason_check CHECK ((ended_reason = ANY (ARRAY['by_hand'::text, 'too_long'::text, 'page_closed'::text, 'line_lost'::text]))),
  constraint live_sessions_questions_check CHECK ((questions = ANY (ARRAY['off'::text, 'open'::text, 'moderated'::text]))),
  constraint live_sessions_replay_check CHECK ((replay = ANY (ARRAY['none'::text, 'draft'::text, 'publish'::text]))),
  constraint live_sessions_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'open'::text, 'live'::text, 'ended'::text, 'cancelled'::text, 'missed'::text]))),
  constraint live_sessions_unshown_count_check CHECK ((unshown_count >= 0)),
  constraint live_sessions_video_check CHECK ((video = ANY (ARRAY['none'::text, 'browser'::text, 'rtmp'::text])))
);
CREATE INDEX live_sessions_audience ON public.live_sessions USING btree (audience_id);
CREATE INDEX live_sessions_coming ON public.live_sessions USING btree (creator_id, starts_at, id) WHERE (state = ANY (ARRAY['scheduled'::text, 'open'::text, 'live'::text]));
CREATE UNIQUE INDEX live_sessions_one_live ON public.live_sessions USING btree (creator_id) WHERE (state = 'live'::text);
CREATE INDEX live_sessions_past ON public.live_sessions USING btree (creator_id, starts_at, id) WHERE (state = ANY (ARRAY['ended'::text, 'cancelled'::text, 'missed'::text]));
CREATE INDEX live_sessions_replay_post ON public.live_sessions USING btree (replay_post_id) WHERE (replay_post_id IS NOT NULL);
CREATE INDEX live_sessions_running ON public.live_sessions USING btree (id) WHERE (state = ANY (ARRAY['open'::text, 'live'::text]));
CREATE INDEX live_sessions_waiting ON public.live_sessions USING btree (starts_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'open'::text]));

create table mail_tokens (
  token_hash bytea not null,
  purpose text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  subject_id uuid,
  device_mark bytea,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['activate'::text, 'reset'::text, 'delete'::text, 'password'::text, 'prove'::text, 'not-me'::text, 'not-my-factor'::text, 'email-old'::text, 'email-new'::text, 'email-undo'::text, 'keep-factors'::text])))
);
CREATE INDEX mail_tokens_expires_at ON public.mail_tokens USING btree (expires_at);
CREATE INDEX mail_tokens_user_id ON public.mail_tokens USING btree (user_id);

create table mailed_follows (
  id uuid not null,
  email text,
  creator_id uuid not null,
  token_hash bytea,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint mailed_follows_pkey PRIMARY KEY (id),
  constraint mailed_follows_email_creator_id_key UNIQUE (email, creator_id),
  constraint mailed_follows_token_hash_key UNIQUE (token_hash),
  constraint mailed_follows_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE
);
CREATE INDEX mailed_follows_creator_id ON public.mailed_follows USING btree (creator_id);
CREATE INDEX mailed_follows_expires_at ON public.mailed_follows USING btree (expires_at);

create table media (
  id uuid not null,
  owner_id uuid not null,
  kind text not null,
  state text not null,
  failure text,
  progress smallint default 0 not null,
  alt text default ''::text not null,
  folder text not null,
  original_key text,
  mime text,
  size_bytes bigint,
  sha256 text,
  width_px integer,
  height_px integer,
  duration_ms bigint,
  codecs text,
  plays_natively boolean,
  placeholder text,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  attached_at timestamp with time zone,
  expires_at timestamp with time zone,
  kept_at timestamp with time zone,
  attempts smallint default 0 not null,
  renditions_bytes bigint default 0 not null,
  stored_bytes bigint generated always as ((renditions_bytes +
CASE
    WHEN (original_key IS NULL) THEN (0)::bigint
    ELSE COALESCE(size_bytes, (0)::bigint)
END)) stored,
  name text,
  note text,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_folder_key UNIQUE (folder),
  constraint media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'file'::text]))),
  constraint media_name_check CHECK ((((kind = 'file'::text) = (name IS NOT NULL)) AND (octet_length(name) <= 240))),
  constraint media_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint media_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'processing'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX media_expires_at ON public.media USING btree (expires_at) WHERE (attached_at IS NULL);
CREATE INDEX media_owner_id ON public.media USING btree (owner_id) INCLUDE (stored_bytes);
CREATE INDEX media_played ON public.media USING btree (owner_id) WHERE (kind = ANY (ARRAY['audio'::text, 'video'::text]));
CREATE INDEX media_unprepared ON public.media USING btree (claimed_until) WHERE ((state = 'processing'::text) OR ((state = 'ready'::text) AND (progress < 100)));

create table media_renditions (
  media_id uuid not null,
  name text not null,
  key text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  width_px integer,
  height_px integer,
  label text,
  kept_at timestamp with time zone not null,
  constraint media_renditions_pkey PRIMARY KEY (media_id, name),
  constraint media_renditions_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);
CREATE TRIGGER media_renditions_count AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON public.media_renditions FOR EACH ROW EXECUTE FUNCTION media_count_renditions();

create table member_budgets (
  member_id uuid not null,
  monthly_cents bigint not null,
  updated_at timestamp with time zone not null,
  constraint member_budgets_pkey PRIMARY KEY (member_id),
  constraint member_budgets_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint member_budgets_monthly_cents_check CHECK ((monthly_cents > 0))
);

create table member_counts (
  creator_id uuid not null,
  status text not null,
  cancel_at_period_end boolean not null,
  members bigint not null,
  constraint member_counts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'expired'::text, 'failed'::text])))
);
CREATE INDEX member_counts_of_page ON public.member_counts USING btree (creator_id, status, cancel_at_period_end) INCLUDE (members);

create table member_sharing (
  member_id uuid not null,
  creator_id uuid not null,
  shares_email boolean not null,
  shares_last_seen boolean not null,
  changed_at timestamp with time zone not null,
  constraint member_sharing_pkey PRIMARY KEY (member_id, creator_id),
  constraint member_sharing_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint member_sharing_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id)
);
CREATE INDEX member_sharing_of_creator ON public.member_sharing USING btree (creator_id);

create table message_edits (
  channel_id uuid not null,
  seq integer not null,
  until_at timestamp with time zone not null,
  body text not null,
  constraint message_edits_pkey PRIMARY KEY (channel_id, seq, until_at),
  constraint message_edits_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq)
);
CREATE INDEX message_edits_until_at ON public.message_edits USING btree (until_at);

create table message_media (
  channel_id uuid not null,
  seq integer not null,
  media_id uuid not null,
  "position" smallint not null,
  constraint message_media_pkey PRIMARY KEY (channel_id, seq, "position"),
  constraint message_media_media_id_key UNIQUE (media_id),
  constraint message_media_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq),
  constraint message_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id)
);

create table message_reports (
  channel_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  is_counted boolean not null,
  reported_at timestamp with time zone not null,
  constraint message_reports_pkey PRIMARY KEY (channel_id, seq, user_id),
  constraint message_reports_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq),
  constraint message_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX message_reports_user_id ON public.message_reports USING btree (user_id);

create table message_requests (
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint message_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX message_requests_asked_at ON public.message_requests USING btree (asked_at);
CREATE INDEX message_requests_of_user ON public.message_requests USING btree (user_id, asked_at);

create table message_rules (
  user_id uuid not null,
  allow text not null,
  plan_ids uuid[] default '{}'::uuid[] not null,
  from_rooms boolean not null,
  takes_requests boolean not null,
  shows_read boolean not null,
  constraint message_rules_pkey PRIMARY KEY (user_id),
  constraint message_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint message_rules_allow_check CHECK ((allow = ANY (ARRAY['nobody'::text, 'plans'::text, 'members'::text, 'followers'::text])))
);

create table messages (
  channel_id uuid not null,
  seq integer not null,
  id uuid not null,
  author_id uuid not null,
  creator_id uuid,
  root_seq integer,
  body text not null,
  mentions uuid[] default '{}'::uuid[] not null,
  state text not null,
  cause text,
  reason text default ''::text not null,
  approved_at timestamp with time zone,
  client_key uuid not null,
  reply_count integer default 0 not null,
  reaction_count integer default 0 not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  poll_id uuid,
  quoted_seq integer,
  constraint messages_pkey PRIMARY KEY (channel_id, seq),
  constraint messages_author_id_client_key_key UNIQUE (author_id, client_key),
  constraint messages_id_key UNIQUE (id),
  constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint messages_cause_check CHECK ((cause = ANY (ARRAY['words'::text, 'first'::text, 'reports'::text, 'mute'::text, 'moderator'::text, 'operator'::text]))),
  constraint messages_reaction_count_check CHECK ((reaction_count >= 0)),
  constraint messages_reply_count_check CHECK ((reply_count >= 0)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['visible'::text, 'held'::text, 'hidden'::text, 'removed'::text, 'deleted'::text])))
);
CREATE INDEX messages_held ON public.messages USING btree (creator_id, id) WHERE (state = 'held'::text);
CREATE INDEX messages_of_author ON public.messages USING btree (author_id, created_at);
CREATE INDEX messages_of_author_here ON public.messages USING btree (channel_id, author_id, seq);
CREATE INDEX messages_replies ON public.messages USING btree (channel_id, root_seq, seq) WHERE (root_seq IS NOT NULL);
CREATE INDEX messages_roots ON public.messages USING btree (channel_id, seq) WHERE (root_seq IS NULL);
CREATE INDEX messages_top ON public.messages USING btree (channel_id, reaction_count, seq) WHERE (root_seq IS NULL);
CREATE INDEX messages_with_polls ON public.messages USING btree (channel_id, seq) WHERE (poll_id IS NOT NULL);
CREATE INDEX messages_words ON public.messages USING gin (((array_to_tsvector(ARRAY[('in:'::text || (channel_id)::text)]) || to_tsvector('simple'::regconfig, body)))) WITH (fastupdate=off) WHERE (state = 'visible'::text);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table moderation_settings (
  creator_id uuid not null,
  comments_from text default 'readers'::text not null,
  comments_audience_id uuid,
  links_from text default 'everyone'::text not null,
  hold_first boolean default false not null,
  auto_hide boolean default true not null,
  slow_seconds integer default 0 not null,
  constraint moderation_settings_pkey PRIMARY KEY (creator_id),
  constraint moderation_settings_comments_audience_id_fkey FOREIGN KEY (comments_audience_id) REFERENCES audiences(id),
  constraint moderation_settings_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint moderation_settings_comments_from_check CHECK ((comments_from = ANY (ARRAY['readers'::text, 'followers'::text, 'members'::text, 'plans'::text, 'nobody'::text]))),
  constraint moderation_settings_links_from_check CHECK ((links_from = ANY (ARRAY['everyone'::text, 'followers'::text, 'members'::text, 'nobody'::text])))
);
CREATE INDEX moderation_settings_audience ON public.moderation_settings USING btree (comments_audience_id);

create table moderators (
  creator_id uuid not null,
  user_id uuid not null,
  named_at timestamp with time zone not null,
  constraint moderators_pkey PRIMARY KEY (creator_id, user_id),
  constraint moderators_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint moderators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX moderators_user_id ON public.moderators USING btree (user_id);

create table money_findings (
  check_name text not null,
  walk text not null,
  key text not null,
  problem text not null,
  currency text not null,
  difference_minor bigint not null,
  subject text not null,
  place_id text not null,
  found_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint money_findings_pkey PRIMARY KEY (walk, key, check_name, problem, currency)
);
CREATE INDEX money_findings_check ON public.money_findings USING btree (check_name, found_at, key);

create table money_walks (
  walk text not null,
  cursor text not null,
  walked_at timestamp with time zone not null,
  swept_at timestamp with time zone,
  constraint money_walks_pkey PRIMARY KEY (walk)
);

create table mrr_movements (
  id uuid not null,
  creator_id uuid not null,
  subscription_id uuid not null,
  number integer not null,
  member_id uuid not null,
  plan_id uuid not null,
  currency text not null,
  kind text not null,
  delta_twelfths bigint not null,
  at timestamp with time zone not null,
  day date not null,
  constraint mrr_movements_pkey PRIMARY KEY (id),
  constraint mrr_movements_subscription_id_number_key UNIQUE (subscription_id, number),
  constraint mrr_movements_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint mrr_movements_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint mrr_movements_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint mrr_movements_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint mrr_movements_delta_twelfths_check CHECK ((delta_twelfths <> 0)),
  constraint mrr_movements_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'returned'::text, 'up'::text, 'down'::text, 'lost'::text])))
);
CREATE INDEX mrr_movements_of_creator ON public.mrr_movements USING btree (creator_id, currency, day, id);
CREATE INDEX mrr_movements_of_members ON public.mrr_movements USING btree (creator_id, currency, day) INCLUDE (member_id, kind) WHERE (kind = ANY (ARRAY['new'::text, 'returned'::text, 'lost'::text]));

create table mrr_standings (
  subscription_id uuid not null,
  creator_id uuid not null,
  member_id uuid not null,
  plan_id uuid not null,
  currency text not null,
  twelfths bigint not null,
  paid_until timestamp with time zone,
  counted_until timestamp with time zone,
  ends_with_period boolean default false not null,
  cohort date,
  last_at timestamp with time zone,
  movements integer default 0 not null,
  constraint mrr_standings_pkey PRIMARY KEY (subscription_id),
  constraint mrr_standings_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint mrr_standings_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint mrr_standings_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint mrr_standings_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint mrr_standings_check CHECK (((twelfths > 0) = (counted_until IS NOT NULL))),
  constraint mrr_standings_twelfths_check CHECK ((twelfths >= 0))
);
CREATE INDEX mrr_standings_of_member ON public.mrr_standings USING btree (creator_id, member_id);
CREATE INDEX mrr_standings_of_page ON public.mrr_standings USING btree (creator_id, currency, plan_id) INCLUDE (twelfths, ends_with_period, paid_until) WHERE (twelfths > 0);
CREATE INDEX mrr_standings_running_out ON public.mrr_standings USING btree (counted_until) WHERE (twelfths > 0);

create table mutes (
  creator_id uuid not null,
  user_id uuid not null,
  channel_id uuid,
  until_at timestamp with time zone,
  muted_by uuid not null,
  muted_at timestamp with time zone not null,
  constraint mutes_creator_id_user_id_channel_id_key UNIQUE NULLS NOT DISTINCT (creator_id, user_id, channel_id),
  constraint mutes_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint mutes_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES users(id),
  constraint mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX mutes_muted_by ON public.mutes USING btree (muted_by);
CREATE INDEX mutes_user_id ON public.mutes USING btree (user_id);

create table notification_choices (
  user_id uuid not null,
  creator_id uuid,
  topic text not null,
  bell boolean,
  mail text,
  push boolean,
  constraint notification_choices_user_id_topic_creator_id_key UNIQUE NULLS NOT DISTINCT (user_id, topic, creator_id),
  constraint notification_choices_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_choices_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'now'::text, 'daily'::text, 'weekly'::text])))
);

create table notification_mail_days (
  user_id uuid not null,
  day date not null,
  mails integer not null,
  constraint notification_mail_days_pkey PRIMARY KEY (user_id, day),
  constraint notification_mail_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_mail_days_day ON public.notification_mail_days USING btree (day);

create table notification_occasions (
  user_id uuid not null,
  occasion text not null,
  noted_at timestamp with time zone not null,
  constraint notification_occasions_pkey PRIMARY KEY (user_id, occasion),
  constraint notification_occasions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_occasions_noted_at ON public.notification_occasions USING btree (noted_at);

create table notification_preferences (
  user_id uuid not null,
  replies boolean default true not null,
  creator_updates boolean default true not null,
  product_updates boolean default false not null,
  newsletter boolean default false not null,
  offers boolean default false not null,
  updated_at timestamp with time zone not null,
  digest boolean default true not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notifications (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  group_key text not null,
  creator_id uuid,
  target uuid,
  actors uuid[] default '{}'::uuid[] not null,
  count integer not null,
  updated_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_of_user ON public.notifications USING btree (user_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_unread ON public.notifications USING btree (user_id, group_key) WHERE (read_at IS NULL);
CREATE INDEX notifications_updated_at ON public.notifications USING btree (updated_at);

create table oidc_sign_ins (
  id_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamp with time zone not null,
  constraint oidc_sign_ins_pkey PRIMARY KEY (id_hash)
);
CREATE INDEX oidc_sign_ins_expires_at ON public.oidc_sign_ins USING btree (expires_at);

create table openings_counted (
  is_one boolean default true not null,
  until timestamp with time zone not null,
  constraint openings_counted_pkey PRIMARY KEY (is_one),
  constraint openings_counted_is_one_check CHECK (is_one)
);

create table overpayments (
  payment_id uuid not null,
  constraint overpayments_pkey PRIMARY KEY (payment_id),
  constraint overpayments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE TRIGGER overpayments_append_only BEFORE DELETE OR UPDATE ON public.overpayments FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER overpayments_keep_all_rows BEFORE TRUNCATE ON public.overpayments FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table page_closings (
  creator_id uuid not null,
  closed_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint page_closings_pkey PRIMARY KEY (creator_id),
  constraint page_closings_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);
CREATE INDEX page_closings_unsettled ON public.page_closings USING btree (creator_id) WHERE (settled_at IS NULL);
CREATE TRIGGER page_closings_keep_all_rows BEFORE TRUNCATE ON public.page_closings FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER page_closings_keep_moment BEFORE UPDATE OF creator_id, closed_at ON public.page_closings FOR EACH ROW EXECUTE FUNCTION money_keep_columns('creator_id', 'closed_at');
CREATE TRIGGER page_closings_keep_rows BEFORE DELETE ON public.page_closings FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table participants (
  conversation_id uuid not null,
  user_id uuid not null,
  state text not null,
  from_seq integer default 0 not null,
  last_seq integer default 0 not null,
  is_unread boolean default false not null,
  last_at timestamp with time zone,
  is_group boolean not null,
  joined_at timestamp with time zone not null,
  constraint participants_pkey PRIMARY KEY (conversation_id, user_id),
  constraint participants_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
  constraint participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint participants_state_check CHECK ((state = ANY (ARRAY['active'::text, 'requested'::text, 'declined'::text, 'left'::text])))
) with (fillfactor=70);
CREATE INDEX participants_groups ON public.participants USING btree (user_id) WHERE is_group;
CREATE INDEX participants_list ON public.participants USING btree (user_id, last_at DESC, conversation_id DESC) WHERE ((state = 'active'::text) AND (last_at IS NOT NULL));
CREATE INDEX participants_of_user ON public.participants USING btree (user_id);
CREATE INDEX participants_requests ON public.participants USING btree (user_id, last_at DESC, conversation_id DESC) WHERE ((state = 'requested'::text) AND (last_at IS NOT NULL));
CREATE INDEX participants_unread ON public.participants USING btree (user_id, last_at DESC, conversation_id DESC) WHERE ((state = 'active'::text) AND is_unread AND (last_at IS NOT NULL));

create table payer_counts (
  creator_id uuid not null,
  plan_id uuid not null,
  payers bigint not null
);
CREATE INDEX payer_counts_of_plan ON public.payer_counts USING btree (plan_id) INCLUDE (payers);

create table payment_accounts (
  key_id text not null,
  provider_plan_id text not null,
  checked_at timestamp with time zone not null,
  constraint payment_accounts_pkey PRIMARY KEY (key_id)
);

create table payments (
  id uuid not null,
  provider_payment_id text not null,
  subscription_id uuid not null,
  member_id uuid not null,
  creator_id uuid not null,
  plan_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  fee_basis_points integer not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  captured_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  provider_fee_minor bigint,
  provider_tax_minor bigint,
  provider_fee_currency text,
  base_amount_minor bigint,
  refunded_cents bigint default 0 not null,
  kind text not null,
  plan_version_id uuid not null,
  plan_name text not null,
  "interval" text not null,
  period_from timestamp with time zone not null,
  period_until timestamp with time zone not null,
  carried_cents bigint default 0 not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_provider_payment_id_key UNIQUE (provider_payment_id),
  constraint payments_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint payments_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint payments_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint payments_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id),
  constraint payments_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_check CHECK (((carried_cents >= 0) AND (carried_cents <= amount_cents))),
  constraint payments_check1 CHECK (((fee_cents + net_cents) = amount_cents)),
  constraint payments_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint payments_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['period'::text, 'proration'::text]))),
  constraint payments_refunded_within_captured CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)))
);
CREATE INDEX payments_between ON public.payments USING btree (creator_id, member_id);
CREATE INDEX payments_captured_at ON public.payments USING btree (captured_at);
CREATE INDEX payments_creator_id ON public.payments USING btree (creator_id, id DESC);
CREATE INDEX payments_earned ON public.payments USING btree (creator_id, currency, captured_at) INCLUDE (amount_cents, fee_cents, net_cents, refunded_cents);
CREATE INDEX payments_member_id ON public.payments USING btree (member_id, id DESC);
CREATE INDEX payments_of_month ON public.payments USING btree (creator_id, captured_at);
CREATE INDEX payments_of_plan ON public.payments USING btree (creator_id, plan_id, id DESC);
CREATE INDEX payments_refunded ON public.payments USING btree (creator_id, id DESC) WHERE (refunded_cents > 0);
CREATE INDEX payments_subscription_id ON public.payments USING btree (subscription_id, id DESC);
CREATE INDEX payments_under_way ON public.payments USING btree (creator_id, currency, period_until) INCLUDE (id, captured_at, period_from, net_cents, refunded_cents) WHERE ("interval" = 'yearly'::text);
CREATE INDEX payments_without_provider_fee ON public.payments USING btree (captured_at) WHERE (provider_fee_minor IS NULL);
CREATE TRIGGER payments_keep_all_rows BEFORE TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER payments_keep_amounts BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'provider_payment_id', 'subscription_id', 'member_id', 'creator_id', 'currency', 'amount_cents', 'fee_basis_points', 'fee_cents', 'net_cents');
CREATE TRIGGER payments_keep_purchase BEFORE UPDATE OF plan_id, captured_at, created_at, kind, plan_version_id, "interval", period_from, period_until, carried_cents ON public.payments FOR EACH ROW EXECUTE FUNCTION money_keep_columns('plan_id', 'captured_at', 'created_at', 'kind', 'plan_version_id', 'interval', 'period_from', 'period_until', 'carried_cents');
CREATE TRIGGER payments_keep_rows BEFORE DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER payments_keep_told BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION money_keep_filled('provider_fee_minor', 'provider_tax_minor', 'provider_fee_currency', 'base_amount_minor');
CREATE CONSTRAINT TRIGGER payments_refunded_is_sum AFTER INSERT OR UPDATE OF refunded_cents ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION money_check_refunded();
CREATE CONSTRAINT TRIGGER receipts_with_payment AFTER INSERT ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION receipts_issue();

create table payout_details (
  creator_id uuid not null,
  method text not null,
  encrypted_details bytea not null,
  hint text not null,
  changed_at timestamp with time zone not null,
  held_until timestamp with time zone,
  constraint payout_details_pkey PRIMARY KEY (creator_id),
  constraint payout_details_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint payout_details_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'iban'::text, 'upi'::text, 'paypal'::text])))
);
CREATE INDEX payout_details_by_key ON public.payout_details USING btree (SUBSTRING(encrypted_details FROM 1 FOR 5), creator_id) WHERE (length(encrypted_details) > 0);

create table payout_holds (
  id uuid not null,
  payout_id uuid not null,
  held_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  reason text not null,
  held_by text not null,
  released_at timestamp with time zone,
  released_by text,
  constraint payout_holds_pkey PRIMARY KEY (id),
  constraint payout_holds_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_holds_check CHECK ((until_at > held_at)),
  constraint payout_holds_check1 CHECK (((released_at IS NULL) = (released_by IS NULL)))
);
CREATE INDEX payout_holds_open ON public.payout_holds USING btree (until_at) WHERE (released_at IS NULL);
CREATE INDEX payout_holds_payout_id ON public.payout_holds USING btree (payout_id, id DESC);

create table payouts (
  id uuid not null,
  creator_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  status text not null,
  method text not null,
  encrypted_details bytea not null,
  details_hint text not null,
  rail text,
  batch_id uuid,
  provider_payout_id text,
  asked_at timestamp with time zone,
  rail_amount_minor bigint,
  rail_currency text,
  bank_reference text default ''::text not null,
  failure_reason text default ''::text not null,
  requested_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  rail_fee_minor bigint,
  rail_tax_minor bigint,
  exchanged_minor bigint,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_provider_payout_id_key UNIQUE (provider_payout_id),
  constraint payouts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint payouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payouts_check CHECK (((rail_fee_minor >= 0) AND ((rail_tax_minor >= 0) AND (rail_tax_minor <= rail_fee_minor)))),
  constraint payouts_rail_check CHECK ((rail = ANY (ARRAY['bank_file'::text, 'razorpayx'::text]))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text, 'paid'::text, 'failed'::text, 'reversed'::text])))
);
CREATE INDEX payouts_arrived ON public.payouts USING btree (settled_at) WHERE ((rail = 'razorpayx'::text) AND (status = 'paid'::text));
CREATE INDEX payouts_by_key ON public.payouts USING btree (SUBSTRING(encrypted_details FROM 1 FOR 5), id) WHERE (length(encrypted_details) > 0);
CREATE INDEX payouts_by_status ON public.payouts USING btree (status, id DESC);
CREATE INDEX payouts_creator_id ON public.payouts USING btree (creator_id, id DESC);
CREATE INDEX payouts_of_batch ON public.payouts USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE UNIQUE INDEX payouts_one_open_each ON public.payouts USING btree (creator_id, currency) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text]));
CREATE INDEX payouts_open ON public.payouts USING btree (status, requested_at) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text]));
CREATE TRIGGER payouts_keep_all_rows BEFORE TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER payouts_keep_amounts BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'creator_id', 'amount_cents', 'currency');
CREATE TRIGGER payouts_keep_exchanged BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_filled('exchanged_minor');
CREATE TRIGGER payouts_keep_moments BEFORE UPDATE OF sent_at, asked_at ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_filled('sent_at', 'asked_at');
CREATE TRIGGER payouts_keep_request BEFORE UPDATE OF method, requested_at ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_columns('method', 'requested_at');
CREATE TRIGGER payouts_keep_rows BEFORE DELETE ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER payouts_keep_told BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION money_keep_filled('rail', 'batch_id', 'provider_payout_id', 'rail_amount_minor', 'rail_currency', 'rail_fee_minor', 'rail_tax_minor');

create table pins (
  channel_id uuid not null,
  seq integer not null,
  pinned_at timestamp with time zone not null,
  constraint pins_pkey PRIMARY KEY (channel_id, seq),
  constraint pins_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq)
);

create table plan_price_notices (
  plan_version_id uuid not null,
  plan_id uuid not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint plan_price_notices_pkey PRIMARY KEY (plan_version_id),
  constraint plan_price_notices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint plan_price_notices_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id)
);
CREATE INDEX plan_price_notices_ends_at ON public.plan_price_notices USING btree (ends_at);
CREATE INDEX plan_price_notices_plan_id ON public.plan_price_notices USING btree (plan_id);
CREATE TRIGGER plan_price_notices_append_only BEFORE DELETE OR UPDATE ON public.plan_price_notices FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER plan_price_notices_keep_all_rows BEFORE TRUNCATE ON public.plan_price_notices FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table plan_versions (
  id uuid not null,
  plan_id uuid not null,
  version integer not null,
  price_cents bigint not null,
  created_at timestamp with time zone not null,
  constraint plan_versions_pkey PRIMARY KEY (id),
  constraint plan_versions_plan_id_version_key UNIQUE (plan_id, version),
  constraint plan_versions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint plan_versions_price_cents_check CHECK (((price_cents >= 500) AND (price_cents <= 50000000)))
);
CREATE TRIGGER plan_versions_append_only BEFORE DELETE OR UPDATE ON public.plan_versions FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER plan_versions_keep_all_rows BEFORE TRUNCATE ON public.plan_versions FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table plans (
  id uuid not null,
  creator_id uuid not null,
  name text not null,
  description text default ''::text not null,
  price_cents bigint not null,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  currency text default 'USD'::text not null,
  welcome_note text default ''::text not null,
  is_recommended boolean default false not null,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint plans_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'INR'::text]))),
  constraint plans_price_cents_check CHECK (
CASE currency
    WHEN 'INR'::text THEN ((price_cents >= 5000) AND (price_cents <= 50000000))
    ELSE ((price_cents >= 500) AND (price_cents <= 1000000))
END),
  constraint plans_welcome_note_check CHECK ((length(welcome_note) <= 500))
);
CREATE INDEX plans_creator_id ON public.plans USING btree (creator_id, price_cents);
CREATE UNIQUE INDEX plans_name_per_creator ON public.plans USING btree (creator_id, lower(name)) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX plans_recommended ON public.plans USING btree (creator_id) WHERE (is_recommended AND (archived_at IS NULL));
CREATE TRIGGER plans_keep_currency BEFORE UPDATE ON public.plans FOR EACH ROW EXECUTE FUNCTION money_keep_columns('currency');
CREATE TRIGGER plans_keep_page BEFORE UPDATE OF id, creator_id, created_at ON public.plans FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'creator_id', 'created_at');

create table platform_plans (
  id uuid not null,
  name text not null,
  fee_basis_points integer not null,
  "position" integer not null,
  constraint platform_plans_pkey PRIMARY KEY (id),
  constraint platform_plans_name_key UNIQUE (name),
  constraint platform_plans_position_key UNIQUE ("position"),
  constraint platform_plans_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000)))
);
CREATE TRIGGER platform_plans_keep_all_rows BEFORE TRUNCATE ON public.platform_plans FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER platform_plans_keep_fee BEFORE UPDATE OF id, fee_basis_points ON public.platform_plans FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'fee_basis_points');
CREATE TRIGGER platform_plans_keep_rows BEFORE DELETE ON public.platform_plans FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table play_days (
  post_id uuid not null,
  day date not null,
  creator_id uuid not null,
  begun integer default 0 not null,
  completed integer default 0 not null,
  constraint play_days_pkey PRIMARY KEY (post_id, day),
  constraint play_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint play_days_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX play_days_of_creator ON public.play_days USING btree (creator_id);

create table podcasts (
  creator_id uuid not null,
  category text not null,
  language text not null,
  constraint podcasts_pkey PRIMARY KEY (creator_id),
  constraint podcasts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table poll_options (
  poll_id uuid not null,
  "position" smallint not null,
  text text not null,
  media_id uuid,
  constraint poll_options_pkey PRIMARY KEY (poll_id, "position"),
  constraint poll_options_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
  constraint poll_options_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX poll_options_media_id ON public.poll_options USING btree (media_id) WHERE (media_id IS NOT NULL);

create table poll_votes (
  id uuid not null,
  poll_id uuid not null,
  user_id uuid,
  options smallint[] not null,
  plan_id uuid,
  weight smallint not null,
  voted_at timestamp with time zone not null,
  constraint poll_votes_pkey PRIMARY KEY (id),
  constraint poll_votes_poll_id_user_id_key UNIQUE (poll_id, user_id),
  constraint poll_votes_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id),
  constraint poll_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX poll_votes_of_poll ON public.poll_votes USING btree (poll_id, id);
CREATE INDEX poll_votes_plan_id ON public.poll_votes USING btree (plan_id);
CREATE INDEX poll_votes_user_id ON public.poll_votes USING btree (user_id);

create table poll_weights (
  poll_id uuid not null,
  plan_id uuid not null,
  weight smallint not null,
  constraint poll_weights_pkey PRIMARY KEY (poll_id, plan_id),
  constraint poll_weights_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint poll_weights_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE,
  constraint poll_weights_weight_check CHECK (((weight >= 1) AND (weight <= 100)))
);
CREATE INDEX poll_weights_plan_id ON public.poll_weights USING btree (plan_id);

create table polls (
  id uuid not null,
  creator_id uuid not null,
  author_id uuid not null,
  client_key uuid not null,
  question text not null,
  choices_min smallint not null,
  choices_max smallint not null,
  minutes integer,
  voters_audience_id uuid not null,
  results text not null,
  secrecy text not null,
  may_change boolean not null,
  place_kind text,
  place_id uuid,
  created_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  closes_at timestamp with time zone,
  first_voted_at timestamp with time zone,
  closed_at timestamp with time zone,
  result jsonb,
  revision integer default 1 not null,
  constraint polls_pkey PRIMARY KEY (id),
  constraint polls_author_id_client_key_key UNIQUE (author_id, client_key),
  constraint polls_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint polls_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint polls_voters_audience_id_fkey FOREIGN KEY (voters_audience_id) REFERENCES audiences(id),
  constraint polls_check CHECK ((choices_max >= choices_min)),
  constraint polls_check1 CHECK (((place_kind IS NULL) = (place_id IS NULL))),
  constraint polls_check2 CHECK (((closed_at IS NULL) = (result IS NULL))),
  constraint polls_choices_min_check CHECK ((choices_min >= 1)),
  constraint polls_minutes_check CHECK (((minutes >= 1) AND (minutes <= 129600))),
  constraint polls_place_kind_check CHECK ((place_kind = ANY (ARRAY['post'::text, 'message'::text]))),
  constraint polls_results_check CHECK ((results = ANY (ARRAY['always'::text, 'after_vote'::text, 'after_close'::text, 'owner'::text]))),
  constraint polls_secrecy_check CHECK ((secrecy = ANY (ARRAY['secret'::text, 'creator'::text, 'everyone'::text])))
);
CREATE INDEX polls_creator_id ON public.polls USING btree (creator_id);
CREATE INDEX polls_due ON public.polls USING btree (closes_at) WHERE ((closed_at IS NULL) AND (closes_at IS NOT NULL));
CREATE INDEX polls_place ON public.polls USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE INDEX polls_voters_audience ON public.polls USING btree (voters_audience_id);

create table post_counts (
  creator_id uuid not null,
  audience_id uuid not null,
  state text not null,
  is_out boolean not null,
  posts bigint not null,
  constraint post_counts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'hidden'::text])))
);
CREATE INDEX post_counts_of_page ON public.post_counts USING btree (creator_id, audience_id, state, is_out) INCLUDE (posts);

create table post_days (
  post_id uuid not null,
  day date not null,
  creator_id uuid not null,
  visitors integer not null,
  constraint post_days_pkey PRIMARY KEY (post_id, day),
  constraint post_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint post_days_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX post_days_of_creator ON public.post_days USING btree (creator_id);

create table post_deliveries (
  post_id uuid not null,
  user_id uuid not null,
  told_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint post_deliveries_pkey PRIMARY KEY (post_id, user_id),
  constraint post_deliveries_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX post_deliveries_user_id ON public.post_deliveries USING btree (user_id);

create table post_draft_files (
  post_id uuid not null,
  media_id uuid not null,
  "position" smallint not null,
  plan_ids uuid[] not null,
  constraint post_draft_files_pkey PRIMARY KEY (post_id, "position"),
  constraint post_draft_files_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_draft_files_post_id_fkey FOREIGN KEY (post_id) REFERENCES post_drafts(post_id) ON DELETE CASCADE
);
CREATE INDEX post_draft_files_media_id ON public.post_draft_files USING btree (media_id);

create table post_draft_media (
  post_id uuid not null,
  media_id uuid not null,
  "position" smallint not null,
  constraint post_draft_media_pkey PRIMARY KEY (post_id, "position"),
  constraint post_draft_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_draft_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES post_drafts(post_id) ON DELETE CASCADE
);
CREATE INDEX post_draft_media_media_id ON public.post_draft_media USING btree (media_id);

create table post_draft_removed_media (
  post_id uuid not null,
  media_id uuid not null,
  removed_at timestamp with time zone not null,
  constraint post_draft_removed_media_pkey PRIMARY KEY (post_id, media_id),
  constraint post_draft_removed_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_draft_removed_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES post_drafts(post_id) ON DELETE CASCADE
);
CREATE INDEX post_draft_removed_media_media_id ON public.post_draft_removed_media USING btree (media_id);

create table post_drafts (
  post_id uuid not null,
  creator_id uuid not null,
  title text,
  blocks jsonb not null,
  excerpt text not null,
  steps jsonb not null,
  video_link text,
  teaser text,
  cover_id uuid,
  is_mailed boolean not null,
  constraint post_drafts_pkey PRIMARY KEY (post_id),
  constraint post_drafts_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint post_drafts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE,
  constraint post_drafts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_drafts_teaser_check CHECK (((length(teaser) >= 1) AND (length(teaser) <= 300))),
  constraint post_drafts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 150)))
);
CREATE INDEX post_drafts_cover_id ON public.post_drafts USING btree (cover_id) WHERE (cover_id IS NOT NULL);
CREATE INDEX post_drafts_creator_id ON public.post_drafts USING btree (creator_id);

create table post_files (
  post_id uuid not null,
  media_id uuid not null,
  "position" smallint not null,
  audience_id uuid,
  downloads bigint default 0 not null,
  constraint post_files_pkey PRIMARY KEY (post_id, "position"),
  constraint post_files_media_id_key UNIQUE (media_id),
  constraint post_files_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id),
  constraint post_files_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_files_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_files_of_audience ON public.post_files USING btree (audience_id, post_id) WHERE (audience_id IS NOT NULL);

create table post_like_counts (
  post_id uuid not null,
  likes integer not null,
  constraint post_like_counts_pkey PRIMARY KEY (post_id),
  constraint post_like_counts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id),
  constraint post_like_counts_likes_check CHECK ((likes >= 0))
) with (fillfactor=50);

create table post_likes (
  post_id uuid not null,
  user_id uuid not null,
  liked_at timestamp with time zone not null,
  constraint post_likes_pkey PRIMARY KEY (post_id, user_id),
  constraint post_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id),
  constraint post_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX post_likes_of_user ON public.post_likes USING btree (user_id, liked_at DESC, post_id DESC);

create table post_media (
  post_id uuid not null,
  media_id uuid not null,
  "position" smallint not null,
  is_placed boolean default false not null,
  is_open boolean default false not null,
  constraint post_media_pkey PRIMARY KEY (post_id, "position"),
  constraint post_media_media_id_key UNIQUE (media_id),
  constraint post_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_openings (
  post_id uuid not null,
  member_id uuid not null,
  opened_at timestamp with time zone not null,
  first_opened_at timestamp with time zone,
  constraint post_openings_pkey PRIMARY KEY (member_id, post_id),
  constraint post_openings_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint post_openings_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX post_openings_by_time ON public.post_openings USING btree (first_opened_at);
CREATE INDEX post_openings_of_post ON public.post_openings USING btree (post_id) INCLUDE (first_opened_at, member_id);

create table post_reach (
  post_id uuid not null,
  creator_id uuid not null,
  published_at timestamp with time zone not null,
  members integer not null,
  opened integer,
  is_final boolean default false not null,
  constraint post_reach_pkey PRIMARY KEY (post_id),
  constraint post_reach_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint post_reach_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX post_reach_of_creator ON public.post_reach USING btree (creator_id);
CREATE INDEX post_reach_open ON public.post_reach USING btree (published_at) WHERE (NOT is_final);
CREATE INDEX post_reach_uncounted ON public.post_reach USING btree (published_at) WHERE (opened IS NULL);

create table post_saves (
  post_id uuid not null,
  user_id uuid not null,
  saved_at timestamp with time zone not null,
  constraint post_saves_pkey PRIMARY KEY (post_id, user_id),
  constraint post_saves_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id),
  constraint post_saves_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX post_saves_of_user ON public.post_saves USING btree (user_id, saved_at DESC, post_id DESC);

create table post_search (
  post_id uuid not null,
  creator_id uuid not null,
  published_at timestamp with time zone not null,
  title text,
  open_words tsvector not null,
  all_words tsvector not null,
  constraint post_search_pkey PRIMARY KEY (post_id),
  constraint post_search_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);
CREATE INDEX post_search_alike ON public.post_search USING gin (title gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX post_search_all ON public.post_search USING gin (all_words) WITH (fastupdate=off);
CREATE INDEX post_search_in_page ON public.post_search USING gin (((array_to_tsvector(ARRAY[('in:'::text || (creator_id)::text)]) || all_words))) WITH (fastupdate=off);
CREATE INDEX post_search_newest ON public.post_search USING btree (published_at DESC, post_id DESC);
CREATE INDEX post_search_of_page ON public.post_search USING btree (creator_id, published_at DESC, post_id DESC);
CREATE INDEX post_search_open ON public.post_search USING gin (open_words) WITH (fastupdate=off);

create table posts (
  id uuid not null,
  creator_id uuid not null,
  blocks jsonb,
  html text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  video_link text,
  waits_for_media boolean default false not null,
  cleaner_version smallint default 0 not null,
  excerpt_html text,
  html_length integer,
  audience_id uuid not null,
  title text,
  state text default 'published'::text not null,
  published_at timestamp with time zone,
  slug text,
  teaser text,
  cover_id uuid,
  edited_at timestamp with time zone,
  pinned_at timestamp with time zone,
  draft_revision integer default 0 not null,
  saved_at timestamp with time zone,
  publish_at timestamp with time zone,
  is_mailed boolean default true not null,
  restorable_until timestamp with time zone,
  client_key uuid,
  open_html text,
  open_excerpt_html text,
  comments_from text,
  comments_audience_id uuid,
  withheld_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id),
  constraint posts_comments_audience_id_fkey FOREIGN KEY (comments_audience_id) REFERENCES audiences(id),
  constraint posts_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint posts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint posts_comments_from_check CHECK ((comments_from = ANY (ARRAY['readers'::text, 'followers'::text, 'members'::text, 'plans'::text, 'nobody'::text]))),
  constraint posts_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 80))),
  constraint posts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'hidden'::text]))),
  constraint posts_teaser_check CHECK (((length(teaser) >= 1) AND (length(teaser) <= 300))),
  constraint posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 150))),
  constraint published_posts_have_time CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL)))
);
CREATE INDEX posts_all_of_creator ON public.posts USING btree (creator_id);
CREATE INDEX posts_cleaner_version ON public.posts USING btree (cleaner_version, id);
CREATE UNIQUE INDEX posts_client_key ON public.posts USING btree (creator_id, client_key) WHERE (client_key IS NOT NULL);
CREATE UNIQUE INDEX posts_cover_id ON public.posts USING btree (cover_id) WHERE (cover_id IS NOT NULL);
CREATE INDEX posts_due ON public.posts USING btree (publish_at) WHERE ((state = 'scheduled'::text) AND (deleted_at IS NULL));
CREATE INDEX posts_newest ON public.posts USING btree (published_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (state = 'published'::text));
CREATE INDEX posts_of_audience ON public.posts USING btree (audience_id, published_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (state = 'published'::text));
CREATE INDEX posts_of_creator ON public.posts USING btree (creator_id, published_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (state = 'published'::text));
CREATE INDEX posts_own ON public.posts USING btree (creator_id, COALESCE(saved_at, published_at, created_at) DESC, id DESC) INCLUDE (state) WHERE (deleted_at IS NULL);
CREATE INDEX posts_own_of_audience ON public.posts USING btree (audience_id, COALESCE(saved_at, published_at, created_at) DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX posts_pinned ON public.posts USING btree (creator_id, pinned_at) WHERE (pinned_at IS NOT NULL);
CREATE INDEX posts_restorable ON public.posts USING btree (restorable_until) WHERE (restorable_until IS NOT NULL);
CREATE UNIQUE INDEX posts_slug ON public.posts USING btree (creator_id, slug) WHERE (slug IS NOT NULL);
CREATE INDEX posts_unpublished ON public.posts USING btree (creator_id, COALESCE(saved_at, published_at, created_at) DESC, id DESC) WHERE ((deleted_at IS NULL) AND ((state <> 'published'::text) OR waits_for_media OR (withheld_at IS NOT NULL)));
CREATE TRIGGER keep_post_search AFTER INSERT OR UPDATE OF title, teaser, html, open_html, state, published_at, deleted_at, waits_for_media, withheld_at ON public.posts FOR EACH ROW EXECUTE FUNCTION keep_post_search_of_row();
CREATE TRIGGER post_counts_changed AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION post_counts_keep();
CREATE TRIGGER post_counts_deleted AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_posts FOR EACH STATEMENT EXECUTE FUNCTION post_counts_keep();
CREATE TRIGGER post_counts_inserted AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION post_counts_keep();

create table preview_links (
  post_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  id uuid default gen_random_uuid() not null,
  constraint preview_links_pkey PRIMARY KEY (post_id),
  constraint preview_links_id_key UNIQUE (id),
  constraint preview_links_token_hash_key UNIQUE (token_hash),
  constraint preview_links_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table private_feeds (
  id uuid not null,
  user_id uuid not null,
  creator_id uuid not null,
  label text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint private_feeds_pkey PRIMARY KEY (id),
  constraint private_feeds_token_hash_key UNIQUE (token_hash),
  constraint private_feeds_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint private_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX private_feeds_creator ON public.private_feeds USING btree (creator_id);
CREATE INDEX private_feeds_user ON public.private_feeds USING btree (user_id, creator_id);

create table proof_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id uuid,
  session_id uuid,
  first_method text,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint proof_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint proof_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint proof_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint proof_challenges_first_method_check CHECK ((first_method = ANY (ARRAY['password'::text, 'google'::text]))),
  constraint proof_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['second-step'::text, 'passkey-sign-in'::text, 'step-up'::text, 'new-passkey'::text])))
);
CREATE INDEX proof_challenges_expires_at ON public.proof_challenges USING btree (expires_at);
CREATE INDEX proof_challenges_session_id ON public.proof_challenges USING btree (session_id);
CREATE INDEX proof_challenges_user_id ON public.proof_challenges USING btree (user_id);

create table provider_differences (
  id uuid not null,
  subscription_id uuid not null,
  provider_subscription_id text not null,
  before jsonb not null,
  after jsonb not null,
  found_at timestamp with time zone not null,
  constraint provider_differences_pkey PRIMARY KEY (id),
  constraint provider_differences_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX provider_differences_found_at ON public.provider_differences USING btree (found_at DESC);

create table provider_events (
  id uuid not null,
  event_id text not null,
  name text not null,
  body bytea not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  subject text not null,
  constraint provider_events_pkey PRIMARY KEY (id),
  constraint provider_events_once UNIQUE (event_id)
);
CREATE INDEX provider_events_ids ON public.provider_events USING gin (provider_ids_in(body)) WITH (fastupdate=off) WHERE (body <> '\x'::bytea);
CREATE INDEX provider_events_waiting ON public.provider_events USING btree (subject, id) WHERE (applied_at IS NULL);

create table provider_plans (
  plan_version_id uuid not null,
  "interval" text not null,
  provider_plan_id text not null,
  constraint provider_plans_pkey PRIMARY KEY (plan_version_id, "interval"),
  constraint provider_plans_provider_plan_id_key UNIQUE (provider_plan_id),
  constraint provider_plans_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id),
  constraint provider_plans_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);
CREATE TRIGGER provider_plans_append_only BEFORE DELETE OR UPDATE ON public.provider_plans FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER provider_plans_keep_all_rows BEFORE TRUNCATE ON public.provider_plans FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table published_seals (
  day date not null,
  "position" bigint not null,
  hash bytea not null,
  published_at timestamp with time zone not null,
  constraint published_seals_pkey PRIMARY KEY (day)
);
CREATE TRIGGER published_seals_append_only BEFORE DELETE OR UPDATE ON public.published_seals FOR EACH ROW EXECUTE FUNCTION published_seals_refuse_change();
CREATE TRIGGER published_seals_no_truncate BEFORE TRUNCATE ON public.published_seals FOR EACH STATEMENT EXECUTE FUNCTION published_seals_refuse_change();

create table push_devices (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  failures integer default 0 not null,
  added_at timestamp with time zone not null,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_key UNIQUE (endpoint),
  constraint push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_devices_session_id ON public.push_devices USING btree (session_id);
CREATE INDEX push_devices_user_id ON public.push_devices USING btree (user_id);

create table push_keys (
  is_only_row boolean default true not null,
  public_key text not null,
  encrypted_private_key bytea not null,
  constraint push_keys_pkey PRIMARY KEY (is_only_row),
  constraint push_keys_is_only_row_check CHECK (is_only_row)
);

create table question_votes (
  question_id uuid not null,
  user_id uuid not null,
  constraint question_votes_pkey PRIMARY KEY (question_id, user_id),
  constraint question_votes_question_id_fkey FOREIGN KEY (question_id) REFERENCES questions(id) ON DELETE CASCADE,
  constraint question_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX question_votes_user_id ON public.question_votes USING btree (user_id);

create table questions (
  id uuid not null,
  live_session_id uuid not null,
  asker_id uuid not null,
  client_key uuid not null,
  is_anonymous boolean not null,
  body text not null,
  state text not null,
  reason text default ''::text not null,
  answer text default ''::text not null,
  votes integer default 0 not null,
  asked_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  answered_at timestamp with time zone,
  recording_part smallint,
  recording_ms integer,
  constraint questions_pkey PRIMARY KEY (id),
  constraint questions_asker_id_client_key_key UNIQUE (asker_id, client_key),
  constraint questions_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES users(id),
  constraint questions_live_session_id_fkey FOREIGN KEY (live_session_id) REFERENCES live_sessions(id) ON DELETE CASCADE,
  constraint questions_state_check CHECK ((state = ANY (ARRAY['held'::text, 'open'::text, 'taken'::text, 'answered'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint questions_votes_check CHECK ((votes >= 0))
);
CREATE INDEX questions_answered ON public.questions USING btree (live_session_id, answered_at, id) WHERE (state = 'answered'::text);
CREATE INDEX questions_held ON public.questions USING btree (live_session_id, id) WHERE (state = 'held'::text);
CREATE INDEX questions_in_order ON public.questions USING btree (live_session_id, ((state <> 'taken'::text)), ((- votes)), id) WHERE (state = ANY (ARRAY['open'::text, 'taken'::text]));
CREATE INDEX questions_of_asker ON public.questions USING btree (live_session_id, asker_id, id);

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table reaction_counts (
  channel_id uuid not null,
  seq integer not null,
  emoji text not null,
  count integer not null,
  constraint reaction_counts_pkey PRIMARY KEY (channel_id, seq, emoji),
  constraint reaction_counts_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq),
  constraint reaction_counts_count_check CHECK ((count >= 0))
) with (fillfactor=50);

create table reactions (
  channel_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  emoji text not null,
  reacted_at timestamp with time zone not null,
  constraint reactions_pkey PRIMARY KEY (channel_id, seq, emoji, user_id),
  constraint reactions_channel_id_seq_fkey FOREIGN KEY (channel_id, seq) REFERENCES messages(channel_id, seq),
  constraint reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX reactions_user_id ON public.reactions USING btree (user_id);

create table read_marks (
  user_id uuid not null,
  channel_id uuid not null,
  read_seq integer default 0 not null,
  mention_seq integer default 0 not null,
  muted_until timestamp with time zone,
  constraint read_marks_pkey PRIMARY KEY (user_id, channel_id),
  constraint read_marks_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint read_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX read_marks_channel_id ON public.read_marks USING btree (channel_id, user_id);
CREATE INDEX read_marks_muted ON public.read_marks USING btree (user_id, channel_id) WHERE (muted_until IS NOT NULL);

create table realtime_events (
  topic text not null,
  seq bigint not null,
  name text not null,
  data jsonb not null,
  published_at timestamp with time zone not null,
  by_user_id uuid,
  constraint realtime_events_pkey PRIMARY KEY (topic, seq)
);
CREATE INDEX realtime_events_by_user_id ON public.realtime_events USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX realtime_events_published_at ON public.realtime_events USING btree (published_at);

create table realtime_topics (
  topic text not null,
  last_seq bigint not null,
  last_at timestamp with time zone not null,
  constraint realtime_topics_pkey PRIMARY KEY (topic)
);
CREATE INDEX realtime_topics_last_at ON public.realtime_topics USING btree (last_at);

create table receipt_counters (
  year integer not null,
  last_number integer not null,
  constraint receipt_counters_pkey PRIMARY KEY (year)
);
CREATE TRIGGER receipt_counters_count_up BEFORE INSERT OR UPDATE ON public.receipt_counters FOR EACH ROW EXECUTE FUNCTION money_count_up();
CREATE TRIGGER receipt_counters_keep_all_rows BEFORE TRUNCATE ON public.receipt_counters FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER receipt_counters_keep_rows BEFORE DELETE ON public.receipt_counters FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table receipt_settings (
  is_only boolean default true not null,
  year_kind text not null,
  constraint receipt_settings_pkey PRIMARY KEY (is_only),
  constraint receipt_settings_is_only_check CHECK (is_only),
  constraint receipt_settings_year_kind_check CHECK ((year_kind = ANY (ARRAY['calendar'::text, 'indian'::text])))
);

create table receipts (
  payment_id uuid not null,
  year integer not null,
  number integer not null,
  issued_at timestamp with time zone not null,
  constraint receipts_pkey PRIMARY KEY (payment_id),
  constraint receipts_year_number_key UNIQUE (year, number),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipts_number_check CHECK ((number > 0))
);
CREATE TRIGGER receipts_append_only BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION receipts_refuse_change();
CREATE TRIGGER receipts_no_truncate BEFORE TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION receipts_refuse_change();

create table receipts_waiting (
  place bigint generated always as identity not null,
  payment_id uuid not null,
  since timestamp with time zone default clock_timestamp() not null,
  constraint receipts_waiting_pkey PRIMARY KEY (place)
);
CREATE INDEX receipts_waiting_payment ON public.receipts_waiting USING btree (payment_id);

create table reconciled_until (
  name text not null,
  until timestamp with time zone not null,
  constraint reconciled_until_pkey PRIMARY KEY (name)
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  status text not null,
  origin text not null,
  decided_by text,
  reason text not null,
  decision_note text default ''::text not null,
  amount_cents bigint not null,
  fee_cents bigint default 0 not null,
  net_cents bigint default 0 not null,
  provider_refund_id text,
  asked_at timestamp with time zone,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  settled_at timestamp with time zone,
  operator text default ''::text not null,
  rail text default 'provider'::text not null,
  bank_reference text default ''::text not null,
  sent_at timestamp with time zone,
  effective_at timestamp with time zone,
  attempts integer default 0 not null,
  refusal text default ''::text not null,
  next_attempt_at timestamp with time zone,
  retry_of uuid,
  replaced_by uuid,
  creator_id uuid,
  replaced_by_dispute text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint refunds_retry_of_key UNIQUE (retry_of),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES refunds(id),
  constraint refunds_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES refunds(id),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_check CHECK (((status = ANY (ARRAY['requested'::text, 'declined'::text])) OR ((fee_cents + net_cents) = amount_cents))),
  constraint refunds_decided_by_check CHECK ((decided_by = ANY (ARRAY['creator'::text, 'operator'::text, 'rule'::text, 'provider'::text]))),
  constraint refunds_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint refunds_net_cents_check CHECK ((net_cents >= 0)),
  constraint refunds_origin_check CHECK ((origin = ANY (ARRAY['member'::text, 'creator'::text, 'operator'::text, 'rule'::text, 'provider'::text]))),
  constraint refunds_rail_check CHECK ((rail = ANY (ARRAY['provider'::text, 'bank'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'declined'::text, 'approved'::text, 'sent'::text, 'manual'::text, 'processed'::text, 'failed'::text])))
);
CREATE INDEX refunds_due ON public.refunds USING btree (next_attempt_at NULLS FIRST) WHERE (status = ANY (ARRAY['approved'::text, 'sent'::text]));
CREATE INDEX refunds_of_operator ON public.refunds USING btree (id) WHERE (status = ANY (ARRAY['approved'::text, 'manual'::text, 'failed'::text]));
CREATE INDEX refunds_of_page ON public.refunds USING btree (creator_id, status, id DESC);
CREATE UNIQUE INDEX refunds_one_request ON public.refunds USING btree (payment_id) WHERE (status = 'requested'::text);
CREATE INDEX refunds_payment_id ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_replaced_by ON public.refunds USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE INDEX refunds_waiting ON public.refunds USING btree (requested_at) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text]));
CREATE TRIGGER refunds_keep_all_rows BEFORE TRUNCATE ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER refunds_keep_amounts BEFORE UPDATE ON public.refunds FOR EACH ROW WHEN ((old.status <> 'requested'::text)) EXECUTE FUNCTION money_keep_columns('amount_cents', 'fee_cents', 'net_cents');
CREATE TRIGGER refunds_keep_moments BEFORE UPDATE OF decided_at, sent_at ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_filled('decided_at', 'sent_at');
CREATE TRIGGER refunds_keep_page BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_filled('creator_id');
CREATE TRIGGER refunds_keep_payment BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'payment_id');
CREATE TRIGGER refunds_keep_request BEFORE UPDATE OF origin, requested_at, retry_of ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_columns('origin', 'requested_at', 'retry_of');
CREATE TRIGGER refunds_keep_rows BEFORE DELETE ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER refunds_keep_told BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION money_keep_filled('provider_refund_id');
CREATE TRIGGER refunds_know_page BEFORE INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION refunds_know_page();
CREATE CONSTRAINT TRIGGER refunds_sum_is_refunded AFTER INSERT OR UPDATE OF status, amount_cents ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION money_check_refunded();

create table reports (
  id uuid not null,
  case_id uuid not null,
  reporter_id uuid,
  reporter_hash bytea,
  target_kind text not null,
  target_id uuid not null,
  reason text not null,
  text text not null,
  is_counted boolean not null,
  reported_at timestamp with time zone not null,
  outcome text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_reporter_id_target_kind_target_id_key UNIQUE (reporter_id, target_kind, target_id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id),
  constraint reports_check CHECK ((num_nonnulls(reporter_id, reporter_hash) = 1)),
  constraint reports_outcome_check CHECK ((outcome = ANY (ARRAY['acted'::text, 'declined'::text])))
);
CREATE INDEX reports_case ON public.reports USING btree (case_id, id);
CREATE INDEX reports_of_person ON public.reports USING btree (reporter_id, id);
CREATE INDEX reports_reported_at ON public.reports USING btree (reported_at);

create table restored_copies (
  id integer generated always as identity not null,
  moment timestamp with time zone not null,
  restored_at timestamp with time zone default now() not null,
  released_at timestamp with time zone,
  constraint restored_copies_pkey PRIMARY KEY (id)
);

create table retired_handles (
  handle_hash bytea not null,
  retired_at timestamp with time zone not null,
  constraint retired_handles_pkey PRIMARY KEY (handle_hash)
);

create table returned_memberships (
  payment_id uuid not null,
  subscription_id uuid not null,
  plan_id uuid not null,
  plan_version_id uuid not null,
  "interval" text not null,
  price_cents bigint not null,
  access_until timestamp with time zone not null,
  period_from timestamp with time zone,
  period_until timestamp with time zone,
  period_worth_cents bigint,
  left_plan_id uuid,
  left_until timestamp with time zone not null,
  returned_at timestamp with time zone not null,
  restored_at timestamp with time zone,
  constraint returned_memberships_pkey PRIMARY KEY (payment_id),
  constraint returned_memberships_left_plan_id_fkey FOREIGN KEY (left_plan_id) REFERENCES plans(id),
  constraint returned_memberships_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint returned_memberships_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint returned_memberships_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id),
  constraint returned_memberships_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint returned_memberships_check CHECK ((num_nulls(period_from, period_until, period_worth_cents) = ANY (ARRAY[0, 3]))),
  constraint returned_memberships_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint returned_memberships_period_worth_cents_check CHECK ((period_worth_cents >= 0)),
  constraint returned_memberships_price_cents_check CHECK ((price_cents > 0))
);
CREATE INDEX returned_memberships_subscription_id ON public.returned_memberships USING btree (subscription_id);
CREATE TRIGGER returned_memberships_keep_all_rows BEFORE TRUNCATE ON public.returned_memberships FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER returned_memberships_keep_payment BEFORE UPDATE OF payment_id, subscription_id ON public.returned_memberships FOR EACH ROW EXECUTE FUNCTION money_keep_columns('payment_id', 'subscription_id');
CREATE TRIGGER returned_memberships_keep_rows BEFORE DELETE ON public.returned_memberships FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table rooms (
  id uuid not null,
  creator_id uuid not null,
  name text not null,
  emoji text default ''::text not null,
  topic text default ''::text not null,
  audience_id uuid not null,
  write_from text not null,
  write_audience_id uuid,
  "position" integer not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint rooms_pkey PRIMARY KEY (id),
  constraint rooms_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES audiences(id),
  constraint rooms_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint rooms_write_audience_id_fkey FOREIGN KEY (write_audience_id) REFERENCES audiences(id),
  constraint rooms_write_from_check CHECK ((write_from = ANY (ARRAY['readers'::text, 'followers'::text, 'members'::text, 'plans'::text, 'nobody'::text])))
);
CREATE INDEX rooms_audience ON public.rooms USING btree (audience_id);
CREATE INDEX rooms_in_order ON public.rooms USING btree (creator_id, "position");
CREATE INDEX rooms_write_audience ON public.rooms USING btree (write_audience_id);

create table second_factors (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  label text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  encrypted_secret bytea,
  last_step bigint,
  credential_id bytea,
  public_key bytea,
  counter bigint,
  transports text[] default '{}'::text[] not null,
  is_synced boolean default false not null,
  host text,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_credential_id_key UNIQUE (credential_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint second_factors_check CHECK (((kind = 'app'::text) = (encrypted_secret IS NOT NULL))),
  constraint second_factors_check1 CHECK (((kind = 'passkey'::text) = ((credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (counter IS NOT NULL) AND (host IS NOT NULL)))),
  constraint second_factors_check2 CHECK (((kind = 'app'::text) OR (confirmed_at IS NOT NULL))),
  constraint second_factors_kind_check CHECK ((kind = ANY (ARRAY['app'::text, 'passkey'::text])))
);
CREATE INDEX second_factors_host ON public.second_factors USING btree (host) WHERE (kind = 'passkey'::text);
CREATE UNIQUE INDEX second_factors_one_app ON public.second_factors USING btree (user_id) WHERE ((kind = 'app'::text) AND (confirmed_at IS NOT NULL));
CREATE UNIQUE INDEX second_factors_one_begun ON public.second_factors USING btree (user_id) WHERE (confirmed_at IS NULL);
CREATE INDEX second_factors_user_id ON public.second_factors USING btree (user_id);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  cookie_hash bytea not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  proved_at timestamp with time zone,
  methods text[] default '{}'::text[] not null,
  device_mark bytea,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_cookie_hash ON public.sessions USING btree (cookie_hash);
CREATE INDEX sessions_created_at ON public.sessions USING btree (created_at);
CREATE INDEX sessions_last_seen_at ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);

create table settlement_attributions (
  entity_id text not null,
  kind text not null,
  payment_id uuid not null,
  charged_minor bigint not null,
  charged_currency text not null,
  base_minor bigint not null,
  attributed_at timestamp with time zone not null,
  constraint settlement_attributions_pkey PRIMARY KEY (entity_id),
  constraint settlement_attributions_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES settlement_items(entity_id),
  constraint settlement_attributions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint settlement_attributions_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text])))
);
CREATE INDEX settlement_attributions_payment ON public.settlement_attributions USING btree (payment_id);
CREATE TRIGGER settlement_attributions_append_only BEFORE DELETE OR UPDATE ON public.settlement_attributions FOR EACH ROW EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER settlement_attributions_no_truncate BEFORE TRUNCATE ON public.settlement_attributions FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();

create table settlement_items (
  entity_id text not null,
  provider_settlement_id text not null,
  kind text not null,
  payment_id uuid,
  charged_minor bigint default 0 not null,
  charged_currency text,
  base_minor bigint default 0 not null,
  credit_minor bigint not null,
  debit_minor bigint not null,
  fee_minor bigint default 0 not null,
  dispute_id text,
  tax_minor bigint default 0 not null,
  booked_fee_minor bigint default 0 not null,
  constraint settlement_items_pkey PRIMARY KEY (entity_id),
  constraint settlement_items_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint settlement_items_provider_settlement_id_fkey FOREIGN KEY (provider_settlement_id) REFERENCES settlements(provider_settlement_id),
  constraint settlement_items_check CHECK (((kind = 'other'::text) = (payment_id IS NULL))),
  constraint settlement_items_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'other'::text])))
);
CREATE INDEX settlement_items_other ON public.settlement_items USING btree (entity_id) WHERE (kind = 'other'::text);
CREATE INDEX settlement_items_payment ON public.settlement_items USING btree (payment_id);
CREATE INDEX settlement_items_settlement ON public.settlement_items USING btree (provider_settlement_id);
CREATE TRIGGER settlement_items_keep_all_rows BEFORE TRUNCATE ON public.settlement_items FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER settlement_items_keep_amounts BEFORE UPDATE ON public.settlement_items FOR EACH ROW EXECUTE FUNCTION money_keep_columns('entity_id', 'provider_settlement_id', 'kind', 'payment_id', 'charged_minor', 'charged_currency', 'base_minor', 'credit_minor', 'debit_minor', 'fee_minor');
CREATE TRIGGER settlement_items_keep_booked_fee BEFORE UPDATE OF booked_fee_minor ON public.settlement_items FOR EACH ROW EXECUTE FUNCTION money_keep_columns('booked_fee_minor');
CREATE TRIGGER settlement_items_keep_parts BEFORE UPDATE OF dispute_id, tax_minor ON public.settlement_items FOR EACH ROW EXECUTE FUNCTION money_keep_columns('dispute_id', 'tax_minor');
CREATE TRIGGER settlement_items_keep_rows BEFORE DELETE ON public.settlement_items FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table settlements (
  provider_settlement_id text not null,
  currency text not null,
  amount_minor bigint not null,
  utr text default ''::text not null,
  settled_at timestamp with time zone not null,
  booked_at timestamp with time zone not null,
  constraint settlements_pkey PRIMARY KEY (provider_settlement_id),
  constraint settlements_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);
CREATE INDEX settlements_settled_at ON public.settlements USING btree (settled_at);
CREATE TRIGGER settlements_keep_all_rows BEFORE TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER settlements_keep_amounts BEFORE UPDATE ON public.settlements FOR EACH ROW EXECUTE FUNCTION money_keep_columns('provider_settlement_id', 'currency', 'amount_minor', 'utr', 'settled_at', 'booked_at');
CREATE TRIGGER settlements_keep_rows BEFORE DELETE ON public.settlements FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table sign_ups (
  email text not null,
  username text not null,
  password_hash text,
  reserved_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_ups_pkey PRIMARY KEY (email),
  constraint sign_ups_email_check CHECK ((email = lower(email)))
);
CREATE INDEX sign_ups_expires_at ON public.sign_ups USING btree (expires_at);
CREATE INDEX sign_ups_username ON public.sign_ups USING btree (lower(username));

create table source_days (
  creator_id uuid not null,
  day date not null,
  host text not null,
  visitors integer not null,
  constraint source_days_pkey PRIMARY KEY (creator_id, day, host),
  constraint source_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table staff (
  id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  granted_by text not null,
  ended_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['operator'::text, 'moderator'::text, 'support'::text, 'finance'::text])))
);
CREATE UNIQUE INDEX staff_one_open ON public.staff USING btree (user_id, role) WHERE (ended_at IS NULL);
CREATE INDEX staff_user_id ON public.staff USING btree (user_id);
CREATE TRIGGER staff_keep_all_rows BEFORE TRUNCATE ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER staff_keep_end BEFORE UPDATE ON public.staff FOR EACH ROW EXECUTE FUNCTION money_keep_filled('ended_at');
CREATE TRIGGER staff_keep_grant BEFORE UPDATE ON public.staff FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'user_id', 'role', 'created_at', 'granted_by');
CREATE TRIGGER staff_keep_rows BEFORE DELETE ON public.staff FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table stream_keys (
  creator_id uuid not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null,
  heard_at timestamp with time zone,
  width integer default 0 not null,
  height integer default 0 not null,
  kilobits integer default 0 not null,
  keyframe_ms integer,
  has_sound boolean default false not null,
  is_preview boolean default true not null,
  fault text,
  fault_at timestamp with time zone,
  clip_key text,
  clip_bytes integer,
  clip_sha256 text,
  constraint stream_keys_pkey PRIMARY KEY (creator_id),
  constraint stream_keys_key_hash_key UNIQUE (key_hash),
  constraint stream_keys_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint stream_keys_fault_check CHECK ((fault = ANY (ARRAY['picture_format'::text, 'picture_colours'::text, 'picture_size'::text, 'sound_format'::text, 'too_much'::text, 'clock'::text, 'restarts'::text])))
) with (fillfactor=70);
CREATE UNIQUE INDEX stream_keys_clip ON public.stream_keys USING btree (clip_key);

create table strikes (
  decision_id uuid not null,
  user_id uuid not null,
  struck_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  constraint strikes_pkey PRIMARY KEY (decision_id),
  constraint strikes_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id),
  constraint strikes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX strikes_user ON public.strikes USING btree (user_id, expires_at);

create table subscription_changes (
  id uuid not null,
  subscription_id uuid not null,
  kind text not null,
  timing text not null,
  plan_id uuid not null,
  plan_version_id uuid not null,
  "interval" text not null,
  price_cents bigint not null,
  currency text not null,
  charged_now_cents bigint not null,
  credit_cents bigint not null,
  starts_at timestamp with time zone,
  status text not null,
  provider_subscription_id text,
  provider_page_url text,
  provider_claimed_at timestamp with time zone,
  replaced_provider_id text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  payment_id uuid,
  former_plan_id uuid,
  former_plan_version_id uuid,
  former_interval text,
  former_price_cents bigint,
  expires_at timestamp with time zone,
  quoted_status text,
  quoted_plan_version_id uuid,
  quoted_interval text,
  quoted_access_until timestamp with time zone,
  quoted_cancel_at_period_end boolean,
  closed_because text,
  settled_by text,
  quoted_at timestamp with time zone not null,
  period_from timestamp with time zone,
  period_worth_cents bigint,
  former_period_from timestamp with time zone,
  former_period_until timestamp with time zone,
  former_period_worth_cents bigint,
  carried_cents bigint default 0 not null,
  constraint subscription_changes_pkey PRIMARY KEY (id),
  constraint subscription_changes_payment_id_key UNIQUE (payment_id),
  constraint subscription_changes_provider_subscription_id_key UNIQUE (provider_subscription_id),
  constraint subscription_changes_former_plan_id_fkey FOREIGN KEY (former_plan_id) REFERENCES plans(id),
  constraint subscription_changes_former_plan_version_id_fkey FOREIGN KEY (former_plan_version_id) REFERENCES plan_versions(id),
  constraint subscription_changes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint subscription_changes_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint subscription_changes_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id),
  constraint subscription_changes_quoted_plan_version_id_fkey FOREIGN KEY (quoted_plan_version_id) REFERENCES plan_versions(id),
  constraint subscription_changes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_changes_carried_cents_check CHECK ((carried_cents >= 0)),
  constraint subscription_changes_charged_now_cents_check CHECK ((charged_now_cents >= 0)),
  constraint subscription_changes_closed_because_check CHECK ((closed_because = ANY (ARRAY['replaced'::text, 'expired'::text, 'outdated'::text]))),
  constraint subscription_changes_credit_cents_check CHECK ((credit_cents >= 0)),
  constraint subscription_changes_former_interval_check CHECK ((former_interval = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscription_changes_former_is_whole CHECK ((num_nulls(former_plan_id, former_plan_version_id, former_interval, former_price_cents) = ANY (ARRAY[0, 4]))),
  constraint subscription_changes_former_period_is_whole CHECK ((num_nulls(former_period_from, former_period_until, former_period_worth_cents) = ANY (ARRAY[0, 3]))),
  constraint subscription_changes_former_period_worth_cents_check CHECK ((former_period_worth_cents >= 0)),
  constraint subscription_changes_former_price_cents_check CHECK ((former_price_cents > 0)),
  constraint subscription_changes_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscription_changes_kind_check CHECK ((kind = ANY (ARRAY['upgrade'::text, 'downgrade'::text, 'interval'::text, 'reactivation'::text]))),
  constraint subscription_changes_period_worth_cents_check CHECK ((period_worth_cents >= 0)),
  constraint subscription_changes_price_cents_check CHECK ((price_cents > 0)),
  constraint subscription_changes_quoted_interval_check CHECK ((quoted_interval = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscription_changes_settled_by_check CHECK ((settled_by = ANY (ARRAY['proration'::text, 'time'::text, 'nothing'::text]))),
  constraint subscription_changes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'applied'::text, 'closed'::text]))),
  constraint subscription_changes_timing_check CHECK ((timing = ANY (ARRAY['now'::text, 'period_end'::text])))
);
CREATE INDEX subscription_changes_applied ON public.subscription_changes USING btree (subscription_id, settled_at) WHERE (status = 'applied'::text);
CREATE INDEX subscription_changes_attempts ON public.subscription_changes USING btree (created_at) WHERE ((provider_subscription_id IS NOT NULL) AND (status = ANY (ARRAY['open'::text, 'closed'::text])));
CREATE INDEX subscription_changes_lost_orders ON public.subscription_changes USING btree (provider_claimed_at) WHERE ((provider_subscription_id IS NULL) AND (provider_claimed_at IS NOT NULL));
CREATE UNIQUE INDEX subscription_changes_one_open ON public.subscription_changes USING btree (subscription_id) WHERE (status = 'open'::text);
CREATE INDEX subscription_changes_open_of_plan ON public.subscription_changes USING btree (plan_id) WHERE (status = 'open'::text);
CREATE INDEX subscription_changes_open_orders ON public.subscription_changes USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX subscription_changes_replaced ON public.subscription_changes USING btree (replaced_provider_id) WHERE (replaced_provider_id IS NOT NULL);
CREATE INDEX subscription_changes_settled ON public.subscription_changes USING btree (settled_at) WHERE (replaced_provider_id IS NOT NULL);
CREATE TRIGGER subscription_changes_keep_all_rows BEFORE TRUNCATE ON public.subscription_changes FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER subscription_changes_keep_payment BEFORE UPDATE OF payment_id ON public.subscription_changes FOR EACH ROW EXECUTE FUNCTION money_keep_filled('payment_id');
CREATE TRIGGER subscription_changes_keep_quote BEFORE UPDATE ON public.subscription_changes FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'subscription_id', 'kind', 'timing', 'plan_id', 'plan_version_id', 'interval', 'price_cents', 'currency', 'charged_now_cents', 'credit_cents', 'carried_cents', 'starts_at', 'created_at', 'quoted_status', 'quoted_plan_version_id', 'quoted_interval', 'quoted_access_until', 'quoted_cancel_at_period_end', 'settled_by', 'quoted_at', 'period_from', 'period_worth_cents');
CREATE TRIGGER subscription_changes_keep_rows BEFORE DELETE ON public.subscription_changes FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table subscription_notices (
  subscription_id uuid not null,
  kind text not null,
  about timestamp with time zone not null,
  given_at timestamp with time zone not null,
  constraint subscription_notices_pkey PRIMARY KEY (subscription_id, kind, about),
  constraint subscription_notices_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);

create table subscriptions (
  id uuid not null,
  member_id uuid not null,
  creator_id uuid not null,
  plan_id uuid not null,
  plan_version_id uuid not null,
  "interval" text not null,
  price_cents bigint not null,
  currency text not null,
  status text not null,
  provider_subscription_id text,
  provider_page_url text,
  provider_claimed_at timestamp with time zone,
  paid_count integer default 0 not null,
  access_until timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  ended_at timestamp with time zone,
  next_plan_id uuid,
  next_plan_version_id uuid,
  next_interval text,
  next_price_cents bigint,
  next_from timestamp with time zone,
  card_network text,
  card_last4 text,
  card_expires_at timestamp with time zone,
  provider_told_at timestamp with time zone,
  held_at timestamp with time zone,
  order_expires_at timestamp with time zone,
  card_is_international boolean,
  period_from timestamp with time zone,
  period_until timestamp with time zone,
  period_worth_cents bigint,
  period_equivalents jsonb default '[]'::jsonb not null,
  carried_cents bigint default 0 not null,
  provider_charge_at timestamp with time zone,
  provider_starts_at timestamp with time zone,
  upi_hint text,
  next_agreed_version_id uuid,
  has_newer boolean default false not null,
  renewal_noticed_for timestamp with time zone,
  card_noticed_for timestamp with time zone,
  provider_matched_for timestamp with time zone,
  agreement_ends_at timestamp with time zone,
  ends_with_page boolean default false not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_provider_subscription_id_key UNIQUE (provider_subscription_id),
  constraint subscriptions_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  constraint subscriptions_next_agreed_version_id_fkey FOREIGN KEY (next_agreed_version_id) REFERENCES plan_versions(id),
  constraint subscriptions_next_plan_id_fkey FOREIGN KEY (next_plan_id) REFERENCES plans(id),
  constraint subscriptions_next_plan_version_id_fkey FOREIGN KEY (next_plan_version_id) REFERENCES plan_versions(id),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint subscriptions_plan_version_id_fkey FOREIGN KEY (plan_version_id) REFERENCES plan_versions(id),
  constraint subscriptions_carried_cents_check CHECK ((carried_cents >= 0)),
  constraint subscriptions_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscriptions_next_interval_check CHECK ((next_interval = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscriptions_next_is_whole CHECK ((num_nulls(next_plan_id, next_plan_version_id, next_interval, next_price_cents, next_from) = ANY (ARRAY[0, 5]))),
  constraint subscriptions_next_price_cents_check CHECK ((next_price_cents > 0)),
  constraint subscriptions_period_is_whole CHECK (((num_nulls(period_from, period_until, period_worth_cents) = ANY (ARRAY[0, 3])) AND (period_from <= period_until))),
  constraint subscriptions_period_worth_cents_check CHECK ((period_worth_cents >= 0)),
  constraint subscriptions_price_cents_check CHECK ((price_cents > 0)),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'expired'::text, 'failed'::text])))
);
CREATE INDEX subscriptions_agreements_never_looked_at ON public.subscriptions USING btree (id) WHERE ((status = 'active'::text) AND (NOT cancel_at_period_end) AND (provider_subscription_id IS NOT NULL) AND (provider_matched_for IS NULL));
CREATE INDEX subscriptions_agreements_to_look_at ON public.subscriptions USING btree (access_until) INCLUDE (id) WHERE ((status = 'active'::text) AND (NOT cancel_at_period_end) AND (provider_subscription_id IS NOT NULL) AND (provider_matched_for IS DISTINCT FROM access_until));
CREATE INDEX subscriptions_attempts ON public.subscriptions USING btree (created_at) WHERE ((provider_subscription_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'expired'::text])));
CREATE INDEX subscriptions_cards_to_mention ON public.subscriptions USING btree (card_expires_at) INCLUDE (id) WHERE ((status = 'active'::text) AND (NOT cancel_at_period_end) AND (card_expires_at IS NOT NULL) AND (card_noticed_for IS DISTINCT FROM card_expires_at));
CREATE INDEX subscriptions_creator_id ON public.subscriptions USING btree (creator_id);
CREATE INDEX subscriptions_ending ON public.subscriptions USING btree (access_until) WHERE ((status = ANY (ARRAY['active'::text, 'past_due'::text])) AND cancel_at_period_end);
CREATE INDEX subscriptions_ending_with_page ON public.subscriptions USING btree (creator_id) WHERE ends_with_page;
CREATE INDEX subscriptions_held ON public.subscriptions USING btree (id) WHERE (held_at IS NOT NULL);
CREATE INDEX subscriptions_live_of_plan ON public.subscriptions USING btree (plan_id) WHERE (status = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'paused'::text]));
CREATE INDEX subscriptions_lost_orders ON public.subscriptions USING btree (provider_claimed_at) WHERE ((provider_subscription_id IS NULL) AND (provider_claimed_at IS NOT NULL));
CREATE INDEX subscriptions_member_creator ON public.subscriptions USING btree (member_id, creator_id);
CREATE INDEX subscriptions_member_id ON public.subscriptions USING btree (member_id, id DESC);
CREATE INDEX subscriptions_newest_of_creator ON public.subscriptions USING btree (creator_id, status, cancel_at_period_end, access_until) WHERE ((access_until IS NOT NULL) AND (NOT has_newer));
CREATE INDEX subscriptions_next_of_plan ON public.subscriptions USING btree (next_plan_id) WHERE (next_plan_id IS NOT NULL);
CREATE UNIQUE INDEX subscriptions_one_live ON public.subscriptions USING btree (member_id, creator_id) WHERE (status = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'paused'::text]));
CREATE INDEX subscriptions_open_orders ON public.subscriptions USING btree (order_expires_at) WHERE (status = 'pending'::text);
CREATE INDEX subscriptions_overdue ON public.subscriptions USING btree (access_until) WHERE ((provider_subscription_id IS NOT NULL) AND (status = ANY (ARRAY['active'::text, 'past_due'::text])));
CREATE INDEX subscriptions_paid_of_creator ON public.subscriptions USING btree (creator_id, id DESC) WHERE (access_until IS NOT NULL);
CREATE INDEX subscriptions_past_due ON public.subscriptions USING btree (access_until) WHERE (status = 'past_due'::text);
CREATE INDEX subscriptions_paused ON public.subscriptions USING btree (access_until) WHERE ((provider_subscription_id IS NOT NULL) AND (status = 'paused'::text));
CREATE INDEX subscriptions_paying_of_plan ON public.subscriptions USING btree (plan_id) WHERE (status = ANY (ARRAY['active'::text, 'past_due'::text]));
CREATE INDEX subscriptions_renewals_to_announce ON public.subscriptions USING btree (access_until) INCLUDE (id) WHERE ((status = 'active'::text) AND ("interval" = 'yearly'::text) AND (NOT cancel_at_period_end) AND (renewal_noticed_for IS DISTINCT FROM access_until));
CREATE TRIGGER member_counts_changed AFTER UPDATE ON public.subscriptions REFERENCING OLD TABLE AS old_memberships NEW TABLE AS new_memberships FOR EACH STATEMENT EXECUTE FUNCTION member_counts_keep();
CREATE TRIGGER member_counts_deleted AFTER DELETE ON public.subscriptions REFERENCING OLD TABLE AS old_memberships FOR EACH STATEMENT EXECUTE FUNCTION member_counts_keep();
CREATE TRIGGER member_counts_inserted AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS new_memberships FOR EACH STATEMENT EXECUTE FUNCTION member_counts_keep();
CREATE TRIGGER payer_counts_changed AFTER UPDATE ON public.subscriptions REFERENCING OLD TABLE AS old_memberships NEW TABLE AS new_memberships FOR EACH STATEMENT EXECUTE FUNCTION payer_counts_keep();
CREATE TRIGGER payer_counts_deleted AFTER DELETE ON public.subscriptions REFERENCING OLD TABLE AS old_memberships FOR EACH STATEMENT EXECUTE FUNCTION payer_counts_keep();
CREATE TRIGGER payer_counts_inserted AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS new_memberships FOR EACH STATEMENT EXECUTE FUNCTION payer_counts_keep();
CREATE TRIGGER subscriptions_keep_new AFTER INSERT ON public.subscriptions FOR EACH ROW WHEN ((new.access_until IS NOT NULL)) EXECUTE FUNCTION keep_earlier_memberships();
CREATE TRIGGER subscriptions_keep_paid AFTER UPDATE OF access_until ON public.subscriptions FOR EACH ROW WHEN (((old.access_until IS NULL) <> (new.access_until IS NULL))) EXECUTE FUNCTION keep_earlier_memberships();
CREATE TRIGGER subscriptions_keep_parties BEFORE UPDATE OF id, member_id, creator_id, currency, created_at ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION money_keep_columns('id', 'member_id', 'creator_id', 'currency', 'created_at');

create table support_passes (
  user_id uuid not null,
  id uuid not null,
  code_hash bytea not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_by uuid,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint support_passes_pkey PRIMARY KEY (user_id),
  constraint support_passes_id_key UNIQUE (id),
  constraint support_passes_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id),
  constraint support_passes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint support_passes_check CHECK (((used_by IS NULL) = (used_at IS NULL))),
  constraint support_passes_check1 CHECK ((used_by <> user_id))
);
CREATE INDEX support_passes_code ON public.support_passes USING btree (code_hash) WHERE ((used_by IS NULL) AND (ended_at IS NULL));
CREATE INDEX support_passes_used_by ON public.support_passes USING btree (used_by) WHERE (used_by IS NOT NULL);

create table transparency_reports (
  from_day date not null,
  until_day date not null,
  made_at timestamp with time zone not null,
  figures jsonb not null,
  constraint transparency_reports_pkey PRIMARY KEY (from_day)
);

create table unbooked_refunds (
  provider_refund_id text not null,
  provider_payment_id text not null,
  found_at timestamp with time zone not null,
  tried_at timestamp with time zone not null,
  constraint unbooked_refunds_pkey PRIMARY KEY (provider_refund_id)
);
CREATE INDEX unbooked_refunds_tried_at ON public.unbooked_refunds USING btree (tried_at);

create table unconfirmed_payments (
  payment_id uuid not null,
  creator_id uuid not null,
  noted_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  unknown_since timestamp with time zone,
  constraint unconfirmed_payments_pkey PRIMARY KEY (payment_id),
  constraint unconfirmed_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX unconfirmed_payments_of_creator ON public.unconfirmed_payments USING btree (creator_id);
CREATE INDEX unconfirmed_payments_to_ask ON public.unconfirmed_payments USING btree (asked_at NULLS FIRST, noted_at);
CREATE INDEX unconfirmed_payments_unknown ON public.unconfirmed_payments USING btree (unknown_since) WHERE (unknown_since IS NOT NULL);
CREATE TRIGGER unconfirmed_payments_keep_note BEFORE UPDATE OF payment_id, creator_id, noted_at ON public.unconfirmed_payments FOR EACH ROW EXECUTE FUNCTION money_keep_columns('payment_id', 'creator_id', 'noted_at');

create table unused_time_returns (
  payment_id uuid not null,
  suspension_id uuid,
  refund_id uuid,
  returned_at timestamp with time zone not null,
  withheld_cents bigint default 0 not null,
  constraint unused_time_returns_pkey PRIMARY KEY (payment_id),
  constraint unused_time_returns_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint unused_time_returns_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint unused_time_returns_suspension_id_fkey FOREIGN KEY (suspension_id) REFERENCES account_suspensions(id),
  constraint unused_time_returns_withheld_cents_check CHECK ((withheld_cents >= 0))
);
CREATE TRIGGER unused_time_returns_keep_all_rows BEFORE TRUNCATE ON public.unused_time_returns FOR EACH STATEMENT EXECUTE FUNCTION money_keep_rows();
CREATE TRIGGER unused_time_returns_keep_return BEFORE UPDATE OF payment_id, suspension_id, refund_id, returned_at ON public.unused_time_returns FOR EACH ROW EXECUTE FUNCTION money_keep_columns('payment_id', 'suspension_id', 'refund_id', 'returned_at');
CREATE TRIGGER unused_time_returns_keep_rows BEFORE DELETE ON public.unused_time_returns FOR EACH ROW EXECUTE FUNCTION money_keep_rows();

create table upload_parts (
  upload_id uuid not null,
  offset_bytes bigint not null,
  size_bytes bigint not null,
  key text not null,
  node_id uuid not null,
  constraint upload_parts_pkey PRIMARY KEY (upload_id, offset_bytes),
  constraint upload_parts_key_key UNIQUE (key),
  constraint upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE,
  constraint upload_parts_offset_bytes_check CHECK ((offset_bytes >= 0)),
  constraint upload_parts_size_bytes_check CHECK ((size_bytes > 0))
);

create table uploads (
  id uuid not null,
  user_id uuid not null,
  size_bytes bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_id_fkey FOREIGN KEY (id) REFERENCES media(id) ON DELETE CASCADE,
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX uploads_expires_at ON public.uploads USING btree (expires_at);
CREATE INDEX uploads_user_id ON public.uploads USING btree (user_id);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint user_identities_pkey PRIMARY KEY (issuer, subject),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_identities_user_id ON public.user_identities USING btree (user_id);

create table users (
  id uuid not null,
  name text not null,
  username text not null,
  email text not null,
  password_hash text,
  country text,
  profile_image text,
  status text default 'active'::text not null,
  email_verified_at timestamp with time zone,
  age_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deletion_requested_at timestamp with time zone,
  deletion_due_at timestamp with time zone,
  erased_at timestamp with time zone,
  sees_adult_pages boolean default false not null,
  language text default 'en'::text not null,
  time_zone text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_deletion CHECK (((deletion_requested_at IS NULL) = (deletion_due_at IS NULL))),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_language_known CHECK ((language = ANY (ARRAY['en'::text, 'pseudo'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
CREATE INDEX users_deletion_due ON public.users USING btree (deletion_due_at) WHERE ((deletion_due_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX users_erased ON public.users USING btree (id) WHERE (erased_at IS NOT NULL);
CREATE INDEX users_leaving ON public.users USING btree (id) WHERE ((deletion_due_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX users_name_start ON public.users USING btree (lower(name) text_pattern_ops) WHERE (erased_at IS NULL);
CREATE INDEX users_name_threes ON public.users USING gin (name_threes(name)) WITH (fastupdate=off);
CREATE INDEX users_profile_image ON public.users USING btree (profile_image) WHERE (profile_image IS NOT NULL);
CREATE INDEX users_suspended ON public.users USING btree (id) WHERE (status = 'suspended'::text);
CREATE INDEX users_unconfirmed ON public.users USING btree (id) WHERE (email_verified_at IS NULL);
CREATE INDEX users_username_alike ON public.users USING btree (username_key(username)) WHERE (email_verified_at IS NOT NULL);
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (lower(username)) WHERE (email_verified_at IS NOT NULL);
CREATE INDEX users_username_start ON public.users USING btree (lower(username) text_pattern_ops, id);

create table visit_salts (
  day date not null,
  salt bytea not null,
  constraint visit_salts_pkey PRIMARY KEY (day)
);

create table visitor_days (
  creator_id uuid not null,
  day date not null,
  visitors integer not null,
  constraint visitor_days_pkey PRIMARY KEY (creator_id, day),
  constraint visitor_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id)
);

create table visits (
  day date not null,
  creator_id uuid not null,
  post_id uuid,
  mark bytea not null,
  host text not null,
  constraint visits_day_creator_id_mark_post_id_key UNIQUE NULLS NOT DISTINCT (day, creator_id, mark, post_id),
  constraint visits_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint visits_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id)
);

create table webhook_silences (
  since timestamp with time zone not null,
  told_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhook_silences_pkey PRIMARY KEY (since)
);
CREATE UNIQUE INDEX webhook_silences_one_open ON public.webhook_silences USING btree ((true)) WHERE (ended_at IS NULL);

create table word_rules (
  creator_id uuid not null,
  "position" smallint not null,
  phrase text not null,
  act text not null,
  constraint word_rules_pkey PRIMARY KEY (creator_id, "position"),
  constraint word_rules_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(id),
  constraint word_rules_act_check CHECK ((act = ANY (ARRAY['hold'::text, 'refuse'::text])))
);

create view balance_moves as
 SELECT t.id AS transaction_id,
    t.occurred_at,
    own.creator_id,
    own.currency,
    own.amount_minor,
    own.line_count,
    fee.minor AS fee_minor,
        CASE
            WHEN (t.reference ~~ 'charge:%'::text) THEN own.amount_minor
            ELSE (0)::bigint
        END AS charged_minor,
        CASE
            WHEN (t.reference ~~ 'charge:%'::text) THEN fee.minor
            ELSE (0)::bigint
        END AS charged_fee_minor,
        CASE
            WHEN (t.reference ~ '^payout(-failed|-reversed)?:'::text) THEN own.amount_minor
            ELSE (0)::bigint
        END AS paid_out_minor
   FROM ((ledger_transactions t
     CROSS JOIN LATERAL ( SELECT e.creator_id,
            e.currency,
            (sum(e.amount_minor) FILTER (WHERE (e.account = 'creator_balance'::text)))::bigint AS amount_minor,
            (count(*) FILTER (WHERE (e.account = 'creator_balance'::text)))::integer AS line_count
           FROM ledger_entries e
          WHERE (e.transaction_id = t.id)
          GROUP BY e.creator_id, e.currency
         HAVING bool_or((e.account = 'creator_balance'::text))) own)
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(e.amount_minor), (0)::numeric))::bigint AS minor
           FROM ledger_entries e
          WHERE ((e.transaction_id = t.id) AND (e.account = 'platform_fees'::text) AND (e.currency = own.currency))) fee);

CREATE OR REPLACE FUNCTION public.audit_canonical(sealed audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (jsonb_build_array((sealed)."position", (sealed).id, to_char(((sealed).at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US'::text), (sealed).actor_kind, (sealed).actor_id, (sealed).actor_name, (sealed).role, (sealed).action, (sealed).subject_kind, (sealed).subject_id, (sealed).reason, (sealed).before, (sealed).after, (sealed).request_id))::text
;

CREATE OR REPLACE FUNCTION public.audit_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log stays as it was written: % is refused', tg_op using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last_position bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtext('cheers audit log'));
  select position, hash into last_position, last_hash from audit_log order by position desc limit 1;
  new.position := coalesce(last_position, 0) + 1;
  new.hash := sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex'))
    || convert_to(audit_canonical(new), 'UTF8'));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.balances_count(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  counted bigint;
  reached bigint;
begin
  select position into counted from balances_counted for update skip locked;
  if not found then return 0; end if;
  select max(position) into reached
    from (select position from ledger_chain where position > counted order by position limit most) next;
  if reached is null then return 0; end if;
  -- Each booking by its key: as joins they would read the whole ledger.
  with booked as materialized (
    select transaction_id from ledger_chain where position > counted and position <= reached
  ), days as (
    insert into balance_days as d (creator_id, currency, day, amount_minor, line_count, fee_minor, charged_minor,
        charged_fee_minor, paid_out_minor)
    select m.creator_id, m.currency, (m.occurred_at at time zone 'UTC')::date, sum(m.amount_minor), sum(m.line_count),
      sum(m.fee_minor), sum(m.charged_minor), sum(m.charged_fee_minor), sum(m.paid_out_minor)
    from booked b cross join lateral (select * from balance_moves where transaction_id = b.transaction_id offset 0) m
    group by 1, 2, 3
    on conflict (creator_id, currency, day) do update set amount_minor = d.amount_minor + excluded.amount_minor,
      line_count = d.line_count + excluded.line_count, fee_minor = d.fee_minor + excluded.fee_minor,
      charged_minor = d.charged_minor + excluded.charged_minor,
      charged_fee_minor = d.charged_fee_minor + excluded.charged_fee_minor,
      paid_out_minor = d.paid_out_minor + excluded.paid_out_minor
  )
  insert into balance_totals as b (account, currency, amount_minor)
    select e.account, e.currency, sum(e.amount_minor)
    from booked b cross join lateral (select account, currency, amount_minor from ledger_entries
      where transaction_id = b.transaction_id offset 0) e
    group by 1, 2
    on conflict (account, currency) do update set amount_minor = b.amount_minor + excluded.amount_minor;
  update balances_counted set position = reached;
  return reached - counted;
end $function$
;

CREATE OR REPLACE FUNCTION public.disputes_check_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'dispute % holds less than nothing', new.provider_dispute_id using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.disputes_know_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.follower_counts_add(page uuid, added bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    delete from follower_counts where ctid = any(array(
      select ctid from follower_counts c where c.creator_id = page for update skip locked))
    returning followers
  )
  insert into follower_counts (creator_id, followers)
    select page, added + coalesce(sum(followers), 0) from taken
    having added + coalesce(sum(followers), 0) <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.follower_counts_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform follower_counts_add(creator_id, count(*)) from new_follows group by creator_id;
  else
    perform follower_counts_add(creator_id, -count(*)) from old_follows group by creator_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_earlier_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select id, creator_id from subscriptions where member_id = new.member_id offset 0) theirs
      where theirs.creator_id = new.creator_id and theirs.id <> new.id) then
    perform mark_earlier_memberships(new.member_id, new.creator_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_post_search(p posts)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into post_search (post_id, creator_id, published_at, title, open_words, all_words)
    select p.id, p.creator_id, p.published_at, p.title, words.open,
      words.open || setweight(to_tsvector('simple', p.html), 'D')
    from (select setweight(to_tsvector('simple', coalesce(p.title, '')), 'A')
      || setweight(to_tsvector('simple', coalesce(p.teaser, '')), 'B')
      || setweight(to_tsvector('simple', coalesce(p.open_html, '')), 'C') as open) words
    where post_is_published(p)
  on conflict (post_id) do update set published_at = excluded.published_at, title = excluded.title,
    open_words = excluded.open_words, all_words = excluded.all_words;
  delete from post_search where post_id = p.id and not post_is_published(p);
$function$
;

CREATE OR REPLACE FUNCTION public.keep_post_search_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_post_search(new);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_breaks()
 RETURNS TABLE(transaction_id uuid, problem text)
 LANGUAGE sql
 STABLE
AS $function$
  select t.id, 'is not sealed' from ledger_transactions t
    where not exists (select from ledger_chain c where c.transaction_id = t.id)
  union all
  select b.transaction_id, b.problem from ledger_seal_breaks(
    (select min(position) from ledger_chain), (select max(position) from ledger_chain)) b
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_canonical(wanted uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
    || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || coalesce('|' || t.purchase, '')
    || coalesce((
      select string_agg(E'\n' || e.id || '|' || e.account || '|' || coalesce(e.creator_id::text, '') || '|'
        || e.currency || '|' || e.amount_minor, '' order by e.id)
      from ledger_entries e where e.transaction_id = t.id), '')
  from ledger_transactions t where t.id = wanted
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- null: there are no entries.
  is_balanced boolean;
begin
  select bool_and(total_minor = 0) into is_balanced from (
    select sum(amount_minor) as total_minor from ledger_entries where transaction_id = new.id group by currency) totals;
  if is_balanced is null then
    raise exception 'ledger transaction % has no entries', new.reference using errcode = 'check_violation';
  elsif not is_balanced then
    raise exception 'ledger transaction % does not balance', new.reference using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_entry_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(amount_minor) from ledger_entries
      where transaction_id = new.transaction_id and currency = new.currency) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_same_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_transactions
    where id = new.transaction_id and written_by = pg_current_xact_id()
  ) then
    raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_check_sealed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from ledger_chain where transaction_id = new.transaction_id and last_entry_id < new.id
  ) then
    raise exception 'ledger transaction % is sealed', new.transaction_id using errcode = 'restrict_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_seal(sealed uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_position bigint;
  last_hash bytea;
begin
  -- Held to the end of the commit, which is near: the seals follow each other in the order of commits.
  perform pg_advisory_xact_lock(hashtext('cheers ledger chain'));
  select position, hash into last_position, last_hash from ledger_chain order by position desc limit 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  insert into ledger_chain (position, transaction_id, last_entry_id, previous_hash, hash)
  values (coalesce(last_position, 0) + 1, sealed,
    (select max(id) from ledger_entries where transaction_id = sealed), last_hash,
    sha256(last_hash || convert_to(ledger_canonical(sealed), 'UTF8')));
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_seal_breaks(first_position bigint, last_position bigint)
 RETURNS TABLE(at_position bigint, transaction_id uuid, problem text)
 LANGUAGE sql
 STABLE
AS $function$
  select c.position, c.transaction_id, 'does not match its seal' from ledger_chain c
    where c.position between first_position and last_position
      and c.hash is distinct from sha256(c.previous_hash || convert_to(ledger_canonical(c.transaction_id), 'UTF8'))
  union all
  select c.position, c.transaction_id, 'does not follow the one before'
    from ledger_chain c left join ledger_chain b on b.position = c.position - 1
    where c.position between first_position and last_position and c.previous_hash is distinct from
      case when c.position = 1 then decode(repeat('00', 32), 'hex') else b.hash end
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_seal_new()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into ledger_unsealed (transaction_id) values (new.id);
  else
    perform ledger_seal(new.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_seal_waiting(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_position bigint;
  last_hash bytea;
  link record;
  places bigint[] := '{}';
  ids uuid[] := '{}';
  last_entries bigint[] := '{}';
  before_hashes bytea[] := '{}';
  hashes bytea[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtext('cheers ledger chain')) then return 0; end if;
  select position, hash into last_position, last_hash from ledger_chain order by position desc limit 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  for link in
    -- What `ledger_canonical` says, without a call for each. Lookups row by row: joins would read the whole ledger.
    select u.place, u.transaction_id, booked.head || lines.text as text, lines.last_entry_id
    from ledger_unsealed u
      cross join lateral (select t.id || '|' || t.reference || '|' || coalesce(t.takes_back, '') || '|'
          || to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || coalesce('|' || t.purchase, '') as head
        from ledger_transactions t where t.id = u.transaction_id offset 0) booked
      cross join lateral (select max(e.id) as last_entry_id, string_agg(E'\n' || e.id || '|' || e.account || '|'
          || coalesce(e.creator_id::text, '') || '|' || e.currency || '|' || e.amount_minor, '' order by e.id) as text
        from ledger_entries e where e.transaction_id = u.transaction_id) lines
    where lines.last_entry_id is not null
      and (select c.position from ledger_chain c where c.transaction_id = u.transaction_id) is null
    order by u.place limit most
  loop
    places := places || link.place;
    ids := ids || link.transaction_id;
    last_entries := last_entries || link.last_entry_id;
    before_hashes := before_hashes || last_hash;
    last_hash := sha256(last_hash || convert_to(link.text, 'UTF8'));
    hashes := hashes || last_hash;
  end loop;
  insert into ledger_chain (position, transaction_id, last_entry_id, previous_hash, hash)
    select coalesce(last_position, 0) + given.number, given.id, given.last_entry_id, given.before_hash, given.hash
    from unnest(ids, last_entries, before_hashes, hashes)
      with ordinality given (id, last_entry_id, before_hash, hash, number);
  delete from ledger_unsealed where place = any (places);
  return cardinality(places);
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_earlier_memberships(given_member uuid, given_creator uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Whoever pays for another of them at the same time is waited for, and seen by the statement after.
  perform from subscriptions where member_id = given_member and creator_id = given_creator order by id for no key update;
  update subscriptions s set has_newer = not s.has_newer
    where s.member_id = given_member and s.creator_id = given_creator
      and s.has_newer <> exists (select from subscriptions newer where newer.member_id = s.member_id
        and newer.creator_id = s.creator_id and newer.access_until is not null and newer.id > s.id);
end $function$
;

CREATE OR REPLACE FUNCTION public.media_count_renditions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update media set renditions_bytes = renditions_bytes
      + case when tg_op = 'DELETE' then 0 else new.size_bytes end
      - case when tg_op = 'INSERT' then 0 else old.size_bytes end
    where id = case when tg_op = 'DELETE' then old.media_id else new.media_id end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.member_counts_add(page uuid, as_status text, as_ending boolean, added bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    delete from member_counts where ctid = any(array(
      select ctid from member_counts c where c.creator_id = page and c.status = as_status
        and c.cancel_at_period_end = as_ending for update skip locked))
    returning members
  )
  insert into member_counts (creator_id, status, cancel_at_period_end, members)
    select page, as_status, as_ending, added + coalesce(sum(members), 0) from taken
    having added + coalesce(sum(members), 0) <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.member_counts_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, count(*)) from new_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  elsif tg_op = 'DELETE' then
    perform member_counts_add(creator_id, status, cancel_at_period_end, -count(*)) from old_memberships
      where access_until is not null and not has_newer group by creator_id, status, cancel_at_period_end;
  else
    perform member_counts_add(creator_id, status, cancel_at_period_end, sum(one)::bigint) from (
      select creator_id, status, cancel_at_period_end, 1 as one from new_memberships
        where access_until is not null and not has_newer
      union all
      select creator_id, status, cancel_at_period_end, -1 from old_memberships
        where access_until is not null and not has_newer) changed
      group by creator_id, status, cancel_at_period_end having sum(one) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.money_check_refunded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  checked uuid;
begin
  if tg_table_name = 'payments' then
    if tg_op = 'INSERT' and new.refunded_cents = 0 then return null; end if;
    checked := new.id;
  else
    checked := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = checked and p.refunded_cents <> (
      select coalesce(sum(r.amount_cents), 0) from refunds r
      where r.payment_id = p.id and r.status not in ('requested', 'declined', 'failed'))
  ) then
    raise exception 'payment % has other refunds than were set aside', checked using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.money_count_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (tg_op = 'INSERT' and new.last_number <> 1)
    or (tg_op = 'UPDATE' and (new.year <> old.year or new.last_number <= old.last_number
      or (new.last_number <> old.last_number + 1 and not exists (
        select from receipts r where r.year = new.year and r.number = new.last_number)))) then
    raise exception 'numbers of receipts are drawn one after the other' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.money_keep_columns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.money_keep_filled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kept text;
begin
  foreach kept in array tg_argv loop
    if to_jsonb(old) ->> kept is not null and to_jsonb(new) -> kept is distinct from to_jsonb(old) -> kept then
      raise exception '% of % stays as it was written', kept, tg_table_name using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.money_keep_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % stay: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.name_threes(name text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  low constant text := lower(name);
  threes text[] := '{}';
begin
  for at in 1 .. length(low) - 2 loop
    threes := threes || substr(low, at, 3);
  end loop;
  return threes;
end $function$
;

CREATE OR REPLACE FUNCTION public.pages_alike(typed text)
 RETURNS TABLE(creator_id uuid, likeness real)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
    (select c.id, greatest(word_similarity(typed, c.page_name), word_similarity(typed, c.handle),
        0.7 * word_similarity(typed, c.headline))::real
      from creators c where c.page_name %> typed or c.handle %> typed or c.headline %> typed limit 300)
    union all
    (select t.creator_id, word_similarity(typed, t.topic) from creator_topics t where t.topic %> typed limit 300)
  $function$
;

CREATE OR REPLACE FUNCTION public.payer_counts_add(page uuid, paid_plan uuid, added bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    delete from payer_counts where ctid = any(array(
      select ctid from payer_counts c where c.plan_id = paid_plan for update skip locked))
    returning payers
  )
  insert into payer_counts (creator_id, plan_id, payers)
    select page, paid_plan, added + coalesce(sum(payers), 0) from taken
    having added + coalesce(sum(payers), 0) <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.payer_counts_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform payer_counts_add(creator_id, plan_id, count(*)) from new_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  elsif tg_op = 'DELETE' then
    perform payer_counts_add(creator_id, plan_id, -count(*)) from old_memberships
      where status in ('active', 'past_due') group by creator_id, plan_id;
  else
    perform payer_counts_add(creator_id, plan_id, sum(one)::bigint) from (
      select creator_id, plan_id, 1 as one from new_memberships where status in ('active', 'past_due')
      union all
      select creator_id, plan_id, -1 from old_memberships where status in ('active', 'past_due')) changed
      group by creator_id, plan_id having sum(one) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.payment_purchase(p payments)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(' ', p.kind, p.subscription_id, p.member_id, p.plan_id, p.plan_version_id, p.interval,
    to_char(p.period_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    to_char(p.period_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p.carried_cents)
$function$
;

CREATE OR REPLACE FUNCTION public.post_counts_add(page uuid, audience uuid, as_state text, as_out boolean, added bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    delete from post_counts where ctid = any(array(
      select ctid from post_counts c where c.creator_id = page and c.audience_id = audience and c.state = as_state
        and c.is_out = as_out for update skip locked))
    returning posts
  )
  insert into post_counts (creator_id, audience_id, state, is_out, posts)
    select page, audience, as_state, as_out, added + coalesce(sum(posts), 0) from taken
    having added + coalesce(sum(posts), 0) <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.post_counts_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform post_counts_add(creator_id, audience_id, state, is_out, count(*)) from (
      select n.*, n.state = 'published' and not n.waits_for_media and n.withheld_at is null as is_out
        from new_posts n where n.deleted_at is null) added
      group by creator_id, audience_id, state, is_out;
  elsif tg_op = 'DELETE' then
    perform post_counts_add(creator_id, audience_id, state, is_out, -count(*)) from (
      select o.*, o.state = 'published' and not o.waits_for_media and o.withheld_at is null as is_out
        from old_posts o where o.deleted_at is null) gone
      group by creator_id, audience_id, state, is_out;
  else
    perform post_counts_add(creator_id, audience_id, state, is_out, sum(one)::bigint) from (
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null as is_out, 1 as one
        from new_posts where deleted_at is null
      union all
      select creator_id, audience_id, state,
          state = 'published' and not waits_for_media and withheld_at is null, -1
        from old_posts where deleted_at is null) changed
      group by creator_id, audience_id, state, is_out having sum(one) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.post_is_published(p posts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((p).deleted_at IS NULL) AND ((p).state = 'published'::text) AND (NOT (p).waits_for_media) AND ((p).withheld_at IS NULL))
;

CREATE OR REPLACE FUNCTION public.post_is_waiting(p posts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((p).deleted_at IS NULL) AND ((p).state = 'published'::text) AND (p).waits_for_media)
;

CREATE OR REPLACE FUNCTION public.provider_ids_in(body bytea)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct found[1]), '{}')
    from regexp_matches(encode(body, 'escape'), '"((?:sub|pay)_[A-Za-z0-9_-]{1,64})"', 'g') as found
$function$
;

CREATE OR REPLACE FUNCTION public.published_seals_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a published seal stays: % is refused', tg_op using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.receipts_issue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  issued_in integer;
  drawn integer;
begin
  if current_setting('cheers.in_batches', true) = 'on' then
    insert into receipts_waiting (payment_id) values (new.id);
    return null;
  end if;
  issued_in := receipts_year_of(new.created_at, (select year_kind = 'indian' from receipt_settings));
  insert into receipt_counters (year, last_number) values (issued_in, 1)
    on conflict (year) do update set last_number = receipt_counters.last_number + 1
    returning last_number into drawn;
  insert into receipts (payment_id, year, number, issued_at) values (new.id, issued_in, drawn, new.created_at);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.receipts_issue_waiting(most integer, is_urgent boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_indian boolean := (select year_kind = 'indian' from receipt_settings);
  of_year record;
  known integer;
  given_out integer := 0;
begin
  if is_urgent then
    perform pg_advisory_xact_lock(hashtext('cheers receipts'));
  elsif not pg_try_advisory_xact_lock(hashtext('cheers receipts')) then
    return 0;
  end if;
  for of_year in
    select issued_in, array_agg(id order by place) as ids, array_agg(place) as places,
      array_agg(created_at order by place) as moments
    from (
      select w.place, p.id, p.created_at, receipts_year_of(p.created_at, is_indian) as issued_in
      from receipts_waiting w
        cross join lateral (select id, created_at from payments where id = w.payment_id offset 0) p
      where (select r.number from receipts r where r.payment_id = w.payment_id) is null
      order by w.place limit most
    ) waiting group by issued_in order by issued_in
  loop
    insert into receipt_counters (year, last_number) values (of_year.issued_in, 1) on conflict do nothing;
    if found then
      known := 0;
    else
      select last_number into known from receipt_counters where year = of_year.issued_in for update;
    end if;
    insert into receipts (payment_id, year, number, issued_at)
      select given.id, of_year.issued_in, known + given.number, given.moment
      from unnest(of_year.ids, of_year.moments) with ordinality given (id, moment, number);
    update receipt_counters set last_number = known + cardinality(of_year.ids)
      where year = of_year.issued_in and last_number <> known + cardinality(of_year.ids);
    delete from receipts_waiting where place = any (of_year.places);
    given_out := given_out + cardinality(of_year.ids);
  end loop;
  return given_out;
end $function$
;

CREATE OR REPLACE FUNCTION public.receipts_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a receipt keeps its number: % is refused', tg_op using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.receipts_year_of(moment timestamp with time zone, is_indian boolean)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when is_indian
    then extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer * 100
      + (extract(year from (moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1) % 100
    else extract(year from moment at time zone 'UTC')::integer end
$function$
;

CREATE OR REPLACE FUNCTION public.refunds_know_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.creator_id := (select creator_id from payments where id = new.payment_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.titles_alike(typed text, page uuid)
 RETURNS TABLE(post_id uuid, likeness real)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
    select s.post_id, word_similarity(typed, s.title) from post_search s
      where s.title %> typed and (page is null or s.creator_id = page) limit 300
  $function$
;

CREATE OR REPLACE FUNCTION public.username_key(username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT NORMALIZE(translate(lower(translate(NORMALIZE(username_key.username, NFKD), alike.looks, alike.plain)), alike.looks, alike.plain), NFC) AS "normalize" FROM (VALUES ('ɑαаᴀΑАᎪꓮⲁⲀʙвьΒВЬᏏᏴꓐƅЪβⲂᴄсСᏟꓚⲥⲤᴅԁᎠᏧꓓժԀᴇеεєΕЕᎬꓰҽ℮ꜰϝꓝϜքɡɢցᏀꓖԌԍʜһнհΗНᎻꓧҺⲎıɩɪιіΙІᎥꓲⲒᴊјϳЈͿᎫꓙյᴋκкΚКᏦꓗⲔϗʟᏞꓡǀլӏӀᴍмΜМᎷꓟⲘɴոпηΝꓠⲚᴏοоσօΟОՕꓳⲟⲞᴘρрΡРᏢꓑⲣⲢԛզԚʀгᏒꓣᎡꜱѕЅᏚꓢՏᴛтτΤТᎢꓔⲦᴜυսꓴՍʋᴠνѵѴᏙꓦᴡωԝԜᎳᏔꓪաхχΧХꓫⲬʏγуΥУүҮᎩꓬⲨᴢΖᏃꓜζⲌ'::text,'aaaaaaaaaabbbbbbbbbbbbbcccccccdddddddeeeeeeeeeefffffggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjkkkkkkkkklllllllmmmmmmmnnnnnnnooooooooooopppppppppqqqrrrrrssssssttttttttuuuuuuvvvvvvwwwwwwwwxxxxxxyyyyyyyyyyzzzzzz'::text)) alike(looks, plain))
;
