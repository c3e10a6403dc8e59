import { ConfigError, readConfig } from './config.ts'

/** A configuration that is complete in production. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cheers.example',
  DATABASE_URL: 'postgres://cheers:secret@db.example:5432/cheers',
  STORAGE_URL: 's3://key:secret@store.example/media?region=eu-1',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Cheers <hello@cheers.example>',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret-1',
  RAZORPAY_WEBHOOK_SECRET: 'secret-2',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret-3',
  SECRET_KEY: 'x'.repeat(32),
}

/** The problems a configuration is refused with; empty when it is accepted. */
export function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}
