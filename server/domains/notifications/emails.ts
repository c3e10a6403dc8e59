import type { Language } from '#contract/languages.ts'
import { formatReceiptNumber } from '#contract/payments/receipts.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { type PostBeginning, postPath } from '#server/domains/posts/service.ts'
import type { EndingReason } from '#server/domains/subscriptions/events.ts'
import { type Letter, letterTo } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { membershipTexts } from './membership-messages.ts'
import { wordsIn } from './words.ts'

export interface MembershipFacts {
  memberName: string
  memberEmail: string
  pageName: string
  handle: string
  planName: string
  /** What the page tells new members of this plan; empty: nothing. */
  welcomeNote: string
  interval: BillingInterval
  /** Of all prices of the membership. */
  currency: string
  priceCents: number
  accessUntil: Date
  /** When the provider charges next; until it has said so, when the paid time ends. */
  nextChargeAt: Date
  /** "r•••@okaxis": the UPI ID that is debited; null for cards. */
  upiId: string | null
  /** Its bank keeps an agreement of its own. */
  isCardIndian: boolean
  /** The page is visible; nothing is sent in its name otherwise. */
  isPageLive: boolean
}

/** The facts that a mail about a payment needs. */
export interface PaymentFacts {
  paymentId: string
  receiptYear: number
  receiptNumber: number
  amountCents: number
  paidAt: Date
}

interface Issuer {
  publicUrl: string
  operator: { name: string; address: string; email: string }
}

const REFUND_DAYS = String(REFUND_WINDOW_DAYS)

function toMember({ memberName, memberEmail }: { memberName: string; memberEmail: string }): Letter['to'] {
  return { name: memberName, address: memberEmail }
}

/** The lines of a receipt; `renewal` is among them when there is one to announce. */
function receiptRows(
  facts: MembershipFacts & PaymentFacts,
  { issuer, renewal, language }: { issuer: string; renewal?: string; language: Language },
): NonNullable<Letter['rows']> {
  const { receipt: texts } = textsFor(language)(membershipTexts)
  const { day, amount } = wordsIn(language)
  return [
    [texts.membership, texts.planOfPage(facts.planName, facts.pageName)],
    [texts.paid, amount(facts.amountCents, facts.currency)],
    [texts.date, day(facts.paidAt)],
    ...(renewal === undefined ? [] : [[texts.renews, renewal] as const]),
    [texts.number, formatReceiptNumber(facts.receiptYear, facts.receiptNumber)],
    [texts.issuedBy, issuer],
  ]
}

/** Welcomes a new member; the receipt is part of it. */
export function welcomeLetter(
  facts: MembershipFacts & PaymentFacts,
  { publicUrl, operator }: Issuer,
  language: Language,
): Letter {
  const { welcome: texts, receipt } = textsFor(language)(membershipTexts)
  const { day, price } = wordsIn(language)
  const issuer = receipt.issuer(operator.name, operator.address, operator.email)
  const [receiptUrl, listUrl] = [`${publicUrl}/receipts/${facts.paymentId}`, `${publicUrl}/subscriptions`]
  const renewal = receipt.renewal(day(facts.nextChargeAt), price(facts.priceCents, facts))
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(facts.planName, facts.pageName),
    paragraphs: [
      texts.member(facts.pageName, facts.planName),
      ...(facts.upiId === null ? [] : [texts.upi]),
      ...(facts.isCardIndian ? [texts.indianCard] : []),
      ...(facts.welcomeNote === '' ? [] : [texts.noteFrom(facts.pageName), facts.welcomeNote]),
    ],
    rows: receiptRows(facts, { issuer, renewal, language }),
    addresses: [issuer, receiptUrl, listUrl],
    action: { label: texts.read, url: `${publicUrl}/${facts.handle}` },
    footnote: texts.footnote({ receiptUrl, listUrl, days: REFUND_DAYS }),
  })
}

/** Every later payment is answered with its receipt, as is a first one to a page that has become unavailable. */
export function receiptLetter(
  facts: MembershipFacts & PaymentFacts,
  { publicUrl, operator }: Issuer,
  language: Language,
): Letter {
  const { receipt: texts } = textsFor(language)(membershipTexts)
  const issuer = texts.issuer(operator.name, operator.address, operator.email)
  const listUrl = `${publicUrl}/subscriptions`
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(facts.planName, facts.pageName),
    paragraphs: [
      facts.isPageLive ? texts.continues(facts.pageName) : texts.notAvailable(facts.planName, facts.pageName),
    ],
    rows: receiptRows(facts, { issuer, language }),
    addresses: [issuer, listUrl],
    action: { label: texts.open, url: `${publicUrl}/receipts/${facts.paymentId}` },
    footnote: texts.footnote(listUrl, REFUND_DAYS),
  })
}

/** What a closing page owes a member: since when it is closed, when that is paid back, and how much. */
export interface ClosingFacts {
  closedAt: Date
  returnsOn: Date
  returnedCents: number
}

/** Tells a member that the page closed, and how much they get back. `closing` is null if it is open again by now. */
export function pageClosedLetter(
  facts: MembershipFacts,
  closing: ClosingFacts | null,
  publicUrl: string,
  language: Language,
): Letter {
  const { pageClosed: texts, debitedAhead } = textsFor(language)(membershipTexts)
  const { day, amount } = wordsIn(language)
  const paidUntil = day(facts.accessUntil)
  return letterTo(toMember(facts), language, {
    why: 'membership',
    subject: texts.subject(facts.pageName),
    paragraphs: [
      texts.ended(facts.pageName, facts.planName),
      debitedAhead,
      closing && closing.returnedCents > 0
        ? texts.returned({
            day: paidUntil,
            returnsOn: day(closing.returnsOn),
            amount: amount(closing.returnedCents, facts.currency),
            since: day(closing.closedAt),
          })
        : texts.paidUntil(paidUntil),
    ],
    action: { label: texts.aboutRefunds, url: `${publicUrl}/refund-policy` },
    footnote: texts.footnote(REFUND_DAYS),
  })
}

/**
 * Tells a member that their membership won't renew, though they didn't end it. `meantPlanName`: the plan it is about,
 * if it isn't their own.
 */
export function endingLetter(
  facts: MembershipFacts,
  {
    reason,
    planName: meant,
    now,
  }: { reason: Exclude<EndingReason, 'page'>; planName?: string | undefined; now: Date },
  publicUrl: string,
  language: Language,
): Letter {
  const texts = textsFor(language)(membershipTexts)
  const { pageName: page, planName: plan } = facts
  const day = wordsIn(language).day(facts.accessUntil)
  const action = { label: texts.seeSubscriptions, url: `${publicUrl}/subscriptions` }
  const letter = {
    price: () => ({
      subject: texts.ending.subject(page, day),
      paragraphs: [texts.ending.price(plan, day), texts.debitedAhead, texts.ending.stillAgree],
      action,
    }),
    block: () => ({
      subject: texts.ending.subject(page, day),
      paragraphs: [texts.ending.block({ plan, page, day }), texts.debitedAhead],
      action,
    }),
    creator: () =>
      facts.accessUntil > now
        ? {
            subject: texts.ending.subject(page, day),
            paragraphs: [texts.ending.creator({ plan, page, day }), texts.debitedAhead],
            action,
          }
        : {
            subject: texts.ending.subjectOver(page),
            paragraphs: [texts.ending.creatorOver({ plan, page })],
            action,
          },
    next_plan: () => {
      const { subject, subjectOfSomePlan, stays, staysWithoutSomePlan, ends } = texts.changeDropped
      return {
        subject: meant === undefined ? subjectOfSomePlan : subject(meant),
        paragraphs: [
          meant === undefined ? staysWithoutSomePlan({ page, plan, day }) : stays({ page, meant, plan, day }),
          ends(day),
        ],
        action,
      }
    },
    plan: () => {
      const { subject, keepsAccess, isOver, visit } = texts.planDeleted
      return {
        subject: subject(page, plan),
        paragraphs: [
          facts.accessUntil > now ? keepsAccess({ page, plan, day }) : isOver(page, plan),
          texts.debitedAhead,
        ],
        action: { label: visit(page), url: `${publicUrl}/${facts.handle}` },
      }
    },
  }[reason]()
  return letterTo(toMember(facts), language, { why: 'membership', ...letter })
}

export interface NewPostFacts {
  memberName: string
  memberEmail: string
  pageName: string
  handle: string
  /** Otherwise they follow the page. */
  isMember: boolean
  postId: string
  slug: string | null
  /** Of the post; everyone may read it. null: it has none. */
  title: string | null
}

/** Tells a supporter or follower about a new post, or about posts that opened to them just now. */
export function newPostLetter(
  facts: NewPostFacts & {
    news: 'published' | 'opened' | 'several-opened'
    beginning?: PostBeginning | undefined
  },
  links: { publicUrl: string; unsubscribeUrl: string },
  language: Language,
): Letter {
  const { newPost: texts } = textsFor(language)(membershipTexts)
  const { pageName: page, isMember, title } = facts
  const publishedText =
    title === null
      ? isMember
        ? texts.published(page)
        : texts.publishedForFollowers(page)
      : isMember
        ? texts.publishedTitled(page, title)
        : texts.publishedTitledForFollowers(page, title)
  const textOf = {
    published: {
      subject: title === null ? texts.subject(page) : texts.titledSubject(page, title),
      paragraphs: [publishedText],
    },
    opened: {
      subject: texts.openedSubject(page),
      paragraphs: [isMember ? texts.opened(page) : texts.openedForFollowers(page)],
    },
    'several-opened': {
      subject: texts.severalOpenedSubject(page),
      paragraphs: [isMember ? texts.severalOpened(page) : texts.severalOpenedForFollowers(page)],
    },
  }
  const settingsUrl = `${links.publicUrl}/settings?tab=notifications`
  return letterTo(toMember(facts), language, {
    why: 'news',
    ...textOf[facts.news],
    ...(facts.beginning && {
      about: {
        picture: facts.beginning.coverPath && new URL(facts.beginning.coverPath, links.publicUrl).href,
        title,
        paragraphs: facts.beginning.paragraphs,
      },
    }),
    action: {
      label: facts.news === 'several-opened' ? texts.readSeveral : texts.read,
      url:
        facts.news === 'several-opened'
          ? `${links.publicUrl}/${facts.handle}`
          : links.publicUrl + postPath({ ...facts, id: facts.postId }),
    },
    addresses: [settingsUrl],
    footnote: texts.footnote(settingsUrl),
    unsubscribeUrl: links.unsubscribeUrl,
  })
}
