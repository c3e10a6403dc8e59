-- Who works on jobs now. A worker that was killed cannot give its jobs back; whoever sees it silent does.
create table job_workers (worker_id text primary key, seen_at timestamptz not null);
