import * as z from 'zod/mini'

import { route } from '../http/route.ts'

/** What the console shows of how this installation is set up, in the order it is shown. Never a secret. */
export const SHOWN_SETTINGS = {
  operator: [
    'OPERATOR_NAME',
    'OPERATOR_ADDRESS',
    'OPERATOR_EMAIL',
    'OPERATOR_PHONE',
    'OPERATOR_GRIEVANCE_OFFICER',
    'TERMS_EFFECTIVE_DATE',
  ],
  money: [
    'RAZORPAY_KEY_ID',
    'RAZORPAY_API_URL',
    'RAZORPAY_X_ACCOUNT',
    'RAZORPAY_X_INR_PER_USD',
    'RECEIPT_YEAR',
  ],
  services: [
    'PUBLIC_URL',
    'NODE_ENV',
    'DATABASE_URL',
    'STORAGE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'GOOGLE_ISSUER',
    'CLAMD_URL',
    'RTMP_PORT',
    'TRUST_PROXY',
  ],
  limits: ['CREATOR_STORAGE_GB', 'FILE_WORK', 'LIVE_SMALL_PICTURE'],
} as const

export type SettingGroup = keyof typeof SHOWN_SETTINGS
export type SettingName = (typeof SHOWN_SETTINGS)[SettingGroup][number]

export const getSettings = route({
  method: 'GET',
  path: '/staff/settings',
  caller: 'staff:settings',
  summary:
    'How this installation is set up: its environment variables as they were read at the start, without secrets; of addresses the host alone.',
  input: z.object({}),
  output: z.object({
    /** `value`: null where it isn't set and there is none in its place. */
    settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  }),
  failures: [],
})

export const settingRoutes = [getSettings] as const
