import type { Permission } from '../http/permissions.ts'
import type { ByCurrency } from '../money.ts'

export const QUERY_MAX_LENGTH = 200
/** As long as reasons of the staff are elsewhere. */
export const REASON_MAX_LENGTH = 2000

/** `unconfirmed`: the address was never confirmed. `closing`: its deletion was asked for and can be taken back. */
export const PERSON_STATES = ['active', 'unconfirmed', 'suspended', 'closing', 'erased'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** `closing`: hidden, because its owner is leaving. `suspended`: its owner is. */
export const PAGE_STATES = ['open', 'suspended', 'closing'] as const
export type PageState = (typeof PAGE_STATES)[number]

/** The most of a payment, and the most in a day, that one person of support gives back, in cents or paise. */
export const SUPPORT_REFUND_MAX: ByCurrency = { USD: 5000, INR: 400_000 }

/** More of a payment than this is given back by two people, in cents or paise. */
export const SINGLE_REFUND_MAX: ByCurrency = { USD: 50_000, INR: 4_000_000 }

/** How long a request waits for a second person. */
export const APPROVAL_DAYS = 7

/** A role is granted by one operator alone if for so long there was no second one. */
export const ALONE_AFTER_HOURS = 24

export const APPROVAL_ACTIONS = ['refund', 'payout-release', 'grant-role'] as const
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number]

/** The permission with which each is decided. */
export const DECIDED_WITH = {
  refund: 'refunds',
  'payout-release': 'payouts.release',
  'grant-role': 'staff',
} as const satisfies Record<ApprovalAction, Permission>

export const ERROR_STATES = ['open', 'resolved'] as const
export type ErrorState = (typeof ERROR_STATES)[number]

/**
 * `failed`: given up after the last attempt. `retrying`: failed, and tried again later. `running`: a worker has it.
 * `waiting`: due, or later.
 */
export const JOB_STATES = ['failed', 'retrying', 'running', 'waiting'] as const
export type JobState = (typeof JOB_STATES)[number]

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
