import { type SettingName, SHOWN_SETTINGS } from '#contract/console/rules.ts'
import { getSettings } from '#contract/console/setting-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { Config } from '#server/platform/config.ts'
import type { Implementation } from '#server/platform/http/implement.ts'

const BYTES_PER_GB = 1_000_000_000

/** "db.example:5432": neither names nor passwords. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function valuesOf(config: Config): Record<SettingName, string | null> {
  const { operator, razorpay, razorpayX, google, clamd, rtmp, trustProxy } = config
  return {
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PHONE: operator.phone,
    OPERATOR_GRIEVANCE_OFFICER: operator.grievanceOfficer,
    TERMS_EFFECTIVE_DATE: operator.termsEffectiveDate,
    RAZORPAY_KEY_ID: razorpay === 'embedded' ? razorpay : razorpay.keyId,
    RAZORPAY_API_URL: hostOf(config.razorpayApiUrl),
    RAZORPAY_X_ACCOUNT: razorpayX && `•••• ${razorpayX.accountNumber.slice(-4)}`,
    RAZORPAY_X_INR_PER_USD: razorpayX && (razorpayX.paisePerUsd / 100).toFixed(2),
    RECEIPT_YEAR: config.receiptYear,
    PUBLIC_URL: config.publicUrl,
    NODE_ENV: config.isProduction ? 'production' : 'development',
    DATABASE_URL: hostOf(config.databaseUrl),
    STORAGE_URL: hostOf(config.storageUrl),
    SMTP_URL: hostOf(config.smtpUrl),
    MAIL_FROM: config.mailFrom,
    GOOGLE_ISSUER: google === 'embedded' ? google : google.issuer,
    CLAMD_URL: clamd && 'on',
    RTMP_PORT: rtmp && `${rtmp.tls ? 'rtmps' : 'rtmp'}, ${rtmp.port}`,
    TRUST_PROXY: trustProxy === false ? null : trustProxy.join(', '),
    CREATOR_STORAGE_GB: String(config.creatorStorageBytes / BYTES_PER_GB),
    FILE_WORK: config.fileWork,
    LIVE_SMALL_PICTURE: config.smallPictures,
  }
}

/** It reads nothing but what this node was started with, so it has a handler of its own shape. */
const settings: Implementation = {
  route: getSettings,
  options: {},
  mode: 'one transaction',
  handle: (_, __, { platform }): Promise<OutputOf<typeof getSettings>> => {
    const values = valuesOf(platform.config)
    const names = Object.values(SHOWN_SETTINGS).flat()
    return Promise.resolve({ settings: names.map((name) => ({ name, value: values[name] })) })
  },
}

export const settingImplementations: Implementation[] = [settings]
