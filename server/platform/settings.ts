/** A setting, or several that belong together, as `docs/configuration.md` shows it; texts are Markdown. */
export interface Setting {
  names: readonly string[]
  byDefault: string
  meaning: string
  accepted: string
}

/**
 * Every environment variable that Cheers reads. `npx node scripts/configuration.ts` writes the page from it; a name that looks
 * like ours and isn't here stops the start.
 */
export const SETTINGS: readonly Setting[] = [
  {
    names: ['PORT', 'HOST'],
    byDefault: '3000, 127.0.0.1',
    meaning: 'where to listen',
    accepted: 'a port from 1 to 65535; a host name or address',
  },
  {
    names: ['PUBLIC_URL'],
    byDefault: '`http://localhost:PORT`',
    meaning: 'the address people use; its host is the handle prefix',
    accepted: 'an http or https origin, no path',
  },
  {
    names: ['DATA_DIR'],
    byDefault: '`./data`',
    meaning: 'where everything embedded is stored',
    accepted: 'its own folder; created if missing, and closed to other accounts at each start',
  },
  {
    names: ['DATABASE_URL'],
    byDefault: 'embedded',
    meaning: 'PostgreSQL ≥ 15',
    accepted: '`postgres://` or `postgresql://user:password@host:port/database`',
  },
  {
    names: ['DATABASE_DIRECT_URL'],
    byDefault: 'none: `DATABASE_URL` leads to PostgreSQL itself',
    meaning:
      'the same database past a pooler; say it where `DATABASE_URL` leads to PgBouncer in transaction mode ([three nodes](three-nodes.md))',
    accepted: 'like `DATABASE_URL`, and only with it',
  },
  {
    names: ['DATABASE_REPLICA_URL'],
    byDefault: 'none: everything is read from `DATABASE_URL`',
    meaning:
      'a standby of that database, which answers what may be ten seconds old, such as insights, and search by visitors, while it is there ([three nodes](three-nodes.md#reading-from-the-standby))',
    accepted: 'like `DATABASE_URL`, and only with it',
  },
  {
    names: ['STORAGE_URL'],
    byDefault: '`DATA_DIR/media`',
    meaning: 'where pictures, audio and video are kept',
    accepted:
      '`s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`, any S3-compatible store; region `us-east-1` and https unless `tls=false`',
  },
  {
    names: ['CREATOR_STORAGE_GB'],
    byDefault: '50',
    meaning:
      "how much space one creator's files may take, including everything made from them; more is refused, nothing is deleted",
    accepted: 'whole gigabytes from 1 to 1000000',
  },
  {
    names: ['FILE_WORK'],
    byDefault: 'spare',
    meaning:
      'the processor time that work on uploaded files gets: what nothing else wants, or, where the processors are always busy and files would wait for ever, a share of about a tenth of what pages get',
    accepted: '`spare` or `shared`',
  },
  {
    names: ['LIVE_SMALL_PICTURE'],
    byDefault: 'auto',
    meaning:
      'whether those who save data are offered a smaller picture of live sessions, which takes about a third of a processor for each session they watch; `auto`: where ffmpeg and at least four processors are',
    accepted: '`auto`, `on` (wherever ffmpeg is) or `off`',
  },
  {
    names: ['CLAMD_URL'],
    byDefault: "none: files aren't scanned",
    meaning:
      "the ClamAV daemon that scans creators' files for viruses before they can be downloaded ([self-hosting](self-hosting.md))",
    accepted: '`tcp://host:3310`, or the path of a socket like `/run/clamav/clamd.ctl`',
  },
  {
    names: ['RTMP_PORT', 'RTMP_HOST'],
    byDefault: 'nothing listens, `HOST`',
    meaning:
      "where streaming software such as OBS sends live sessions; where it isn't set, creators broadcast from their browsers alone",
    accepted: 'a port from 1 to 65535; a host name or address',
  },
  {
    names: ['RTMP_TLS_CERT', 'RTMP_TLS_KEY'],
    byDefault: 'without TLS, which production refuses',
    meaning:
      "files with the certificate of `PUBLIC_URL`'s host and its key; a new certificate is read within a minute",
    accepted: 'both, or neither; paths of PEM files',
  },
  {
    names: ['SMTP_URL', 'MAIL_FROM'],
    byDefault: 'local mailbox, `Cheers <hello@cheers.localhost>`',
    meaning: 'the mail server and the sender',
    accepted:
      '`smtp://user:pass@host:port` or `smtps://…` (ports 587 and 465 unless given); an address with or without a name',
  },
  {
    names: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    byDefault: 'sandbox',
    meaning: 'the account',
    accepted: 'all three, or none',
  },
  {
    names: ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS'],
    byDefault: '–',
    meaning: 'the previous webhook secret, accepted for 24 hours after it was replaced',
    accepted: 'the secret, a space, and the time of the change: `old-secret 2026-03-01T09:00:00Z`',
  },
  {
    names: ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'],
    byDefault: "Razorpay's own",
    meaning: 'API base without `/v1`; address of checkout.js',
    accepted: 'http or https addresses; used only with the three above',
  },
  {
    names: ['RAZORPAY_X_ACCOUNT', 'RAZORPAY_X_INR_PER_USD'],
    byDefault: 'none: payouts use a bank file',
    meaning: 'the RazorpayX account that pays creators in India, and the rupees they get per dollar',
    accepted: 'both, or neither; a rate like `83.25`',
  },
  {
    names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    byDefault: 'local issuer',
    meaning: 'the client at an OpenID Connect issuer',
    accepted: 'both, or none',
  },
  {
    names: ['GOOGLE_ISSUER'],
    byDefault: '`https://accounts.google.com`',
    meaning: 'which issuer',
    accepted: 'an http or https address; used only with the two above',
  },
  {
    names: ['SECRET_KEY'],
    byDefault: 'generated once under `DATA_DIR`',
    meaning:
      "the installation's own secret; it signs media addresses, encrypts payout details and the secrets of authenticator apps, and the stand-ins' keys are derived from it",
    accepted: 'at least 32 characters',
  },
  {
    names: ['SECRET_KEY_PREVIOUS'],
    byDefault: '–',
    meaning: 'the previous key, during a change: data encrypted or signed with it can still be read',
    accepted: 'at least 32 characters',
  },
  {
    names: ['NODE_ENV'],
    byDefault: 'development',
    meaning: '`production` refuses every embedded stand-in',
    accepted: '`development`, `test`, `production`',
  },
  {
    names: ['ALLOW_EMBEDDED'],
    byDefault: 'nothing',
    meaning: 'embedded parts that production may use anyway',
    accepted: '`database`, `storage`, or both, comma separated',
  },
  {
    names: ['ALLOW_PLAIN_HTTP'],
    byDefault: 'nothing',
    meaning:
      'where production may connect without encryption: `loopback` is for rehearsals with stand-ins on the same machine',
    accepted: '`loopback`',
  },
  {
    names: ['ALLOW_STAFF'],
    byDefault: 'nobody',
    meaning:
      'lets staff whose accounts have no second factor make calls over HTTP, for development and tests; production refuses to start with it',
    accepted: '`without-second-factor`',
  },
  {
    names: ['ALLOW_OTHER_HOST'],
    byDefault: 'nothing',
    meaning:
      "starts although people's passkeys are bound to another host than `PUBLIC_URL` names; there they don't work, and their owners log in with recovery codes or their other factors",
    accepted: '`without-passkeys`',
  },
  {
    names: ['TRUST_PROXY'],
    byDefault: 'nobody',
    meaning: 'whose `X-Forwarded-*` headers are believed',
    accepted: 'IP addresses or ranges, `loopback`, `linklocal`, `uniquelocal`; comma separated',
  },
  {
    names: ['METRICS_TOKEN'],
    byDefault: 'none',
    meaning:
      'gives access to `/metrics`, as a bearer token; without it only programs on this machine may read them, and with `TRUST_PROXY` none may',
    accepted: 'at least 16 characters',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    byDefault: 'none: nothing is recorded',
    meaning:
      "where traces of requests, calls, jobs, statements and questions to Razorpay are sent, by OTLP over HTTP; OpenTelemetry's `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_SERVICE_NAME` count too",
    accepted: 'an http or https address without `/v1/traces`',
  },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    byDefault: '`1`',
    meaning: 'the share of requests and jobs that are recorded',
    accepted: 'a number from 0 to 1',
  },
  {
    names: ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL', 'OPERATOR_PHONE'],
    byDefault: 'an example foundation, `hello@example.org`',
    meaning:
      "the operator of this copy, as shown on Contact, the legal pages and the footer; if `OPERATOR_EMAIL` is set, it gets the ledger's newest seal each day, and one mail when Razorpay's webhooks stop arriving; set these before you open to the public",
    accepted: 'names of at most 120 characters; an address on one line; a mail address; a phone number',
  },
  {
    names: ['RECEIPT_YEAR'],
    byDefault: '`calendar`',
    meaning:
      "when receipt numbers start over: each January (`2026-000042`), or each April with India's financial year (`2026-27/000042`), as its GST requires; a change takes effect at the next start, and existing receipts keep their numbers",
    accepted: '`calendar`, `indian`',
  },
  {
    names: ['OPERATOR_GRIEVANCE_OFFICER'],
    byDefault: '`The Grievance Officer`',
    meaning: 'the person who handles complaints',
    accepted: 'a name of at most 120 characters',
  },
  {
    names: ['TERMS_EFFECTIVE_DATE'],
    byDefault: '`3rd July 2005`',
    meaning: 'the date from which the terms apply',
    accepted: 'the date as it should be displayed',
  },
]
