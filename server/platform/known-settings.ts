/** The names we read. */
const KNOWN = new Set(
  `PORT HOST PUBLIC_URL DATA_DIR DATABASE_URL DATABASE_DIRECT_URL DATABASE_REPLICA_URL STORAGE_URL SMTP_URL MAIL_FROM RAZORPAY_KEY_ID RAZORPAY_KEY_SECRET
  RAZORPAY_WEBHOOK_SECRET RAZORPAY_WEBHOOK_SECRET_PREVIOUS RAZORPAY_API_URL RAZORPAY_CHECKOUT_URL
  RAZORPAY_X_ACCOUNT RAZORPAY_X_INR_PER_USD GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET
  GOOGLE_ISSUER SECRET_KEY SECRET_KEY_PREVIOUS NODE_ENV ALLOW_EMBEDDED ALLOW_PLAIN_HTTP ALLOW_STAFF ALLOW_OTHER_HOST TRUST_PROXY
  METRICS_TOKEN OTEL_EXPORTER_OTLP_ENDPOINT OTEL_TRACES_SAMPLER_ARG RTMP_PORT RTMP_HOST RTMP_TLS_CERT RTMP_TLS_KEY CLAMD_URL CREATOR_STORAGE_GB FILE_WORK LIVE_SMALL_PICTURE RECEIPT_YEAR OPERATOR_NAME OPERATOR_ADDRESS
  OPERATOR_EMAIL OPERATOR_PHONE OPERATOR_GRIEVANCE_OFFICER TERMS_EFFECTIVE_DATE`.split(/\s+/),
)
const OUR_PREFIXES = [
  'CLAMD_',
  'RAZORPAY_',
  'RTMP_',
  'GOOGLE_',
  'LIVE_SMALL_',
  'SMTP_',
  'STORAGE_',
  'MAIL_',
  'OPERATOR_',
  'TERMS_',
]
/** Of names that Google's own programs read; they say nothing about ours. */
const GOOGLES_PREFIXES = ['GOOGLE_API_', 'GOOGLE_APPLICATION_', 'GOOGLE_CLOUD_']

export function isKnownSetting(name: string): boolean {
  return KNOWN.has(name)
}

/** Names with one of our prefixes that we don't read: nearly always a typing mistake, so they stop the start. */
export function listUnknownSettings(names: readonly string[]): string[] {
  const beginsWith = (name: string, prefixes: readonly string[]) =>
    prefixes.some((prefix) => name.startsWith(prefix))
  return names.filter(
    (name) => beginsWith(name, OUR_PREFIXES) && !beginsWith(name, GOOGLES_PREFIXES) && !KNOWN.has(name),
  )
}
