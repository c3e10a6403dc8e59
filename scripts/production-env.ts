/** Every setting that Cheers requires to run as in production; the addresses lead nowhere. */
export function productionEnv(port: number, dataDir: string): Record<string, string> {
  const nobody = { id: 'bench', secret: 'a secret of nobody, thirty-two characters' }
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cheers.example',
    ALLOW_EMBEDDED: 'database,storage',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@cheers.example',
    RAZORPAY_KEY_ID: nobody.id,
    RAZORPAY_KEY_SECRET: nobody.secret,
    RAZORPAY_WEBHOOK_SECRET: nobody.secret,
    GOOGLE_CLIENT_ID: nobody.id,
    GOOGLE_CLIENT_SECRET: nobody.secret,
    SECRET_KEY: nobody.secret,
  }
}
