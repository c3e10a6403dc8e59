import * as z from 'zod/mini'

import { CHANNEL_KINDS, MESSAGE_STATES } from '../channels/rules.ts'
import { ALLOWED_WRITERS, CONVERSATION_KINDS } from '../conversations/rules.ts'
import { GRIEVANCE_KINDS, MEASURES, REPORT_REASONS, TARGET_KINDS } from '../enforcement/rules.ts'
import { moment } from '../fields.ts'
import { STAFF_ROLES } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { ownAtLive, ownSessions } from '../live/own-data.ts'
import { COMMENTERS, LINKERS } from '../moderation/rules.ts'
import { billingInterval } from '../plans/rules.ts'
import { ownCommunity, ownInRooms } from '../rooms/own-data.ts'
import { subscriptionStatus } from '../subscriptions/engine/status.ts'
import { leavingReason } from '../subscriptions/leaving.ts'

/** Everything that is stored about a person, for them to take along. Amounts in the currency beside them. */
const ownData = z.object({
  exportedAt: moment,
  account: z.object({
    name: z.string(),
    username: z.string(),
    email: z.string(),
    country: z.nullable(z.string()),
    profileImage: z.nullable(z.string()),
    createdAt: moment,
    emailVerifiedAt: z.nullable(moment),
    ageConfirmedAt: z.nullable(moment),
    /** They asked for pages with adult content in Explore and search. */
    seesAdultPages: z.boolean(),
    /** When it is erased; null if no deletion was requested. */
    deletionDueAt: z.nullable(moment),
  }),
  /** By the name of their page, or their own. */
  blocked: z.array(z.object({ name: z.string(), blockedAt: moment })),
  signIns: z.array(z.object({ issuer: z.string(), connectedAt: moment })),
  /** What protects the account, and what was asked about it; not the secrets themselves. */
  security: z.object({
    secondFactors: z.array(
      z.object({
        kind: z.enum(['passkey', 'app']),
        name: z.string(),
        addedAt: moment,
        lastUsedAt: z.nullable(moment),
      }),
    ),
    recoveryCodesLeft: z.number(),
    addressChanges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        askedAt: moment,
        changedAt: z.nullable(moment),
        takenBackAt: z.nullable(moment),
      }),
    ),
    lostFactors: z.array(
      z.object({
        reason: z.string(),
        askedAt: moment,
        dueAt: z.nullable(moment),
        endedAt: z.nullable(moment),
      }),
    ),
  }),
  /** Each time the account was suspended; `reinstatedAt` is null while it is. */
  suspensions: z.array(
    z.object({ suspendedAt: moment, reason: z.string(), reinstatedAt: z.nullable(moment) }),
  ),
  /** What they are, or were, on the operator's staff, and what they did as such: not to whom. */
  staff: z.object({
    roles: z.array(z.object({ role: z.enum(STAFF_ROLES), grantedAt: moment, endedAt: z.nullable(moment) })),
    actions: z.array(z.object({ action: z.string(), at: moment })),
  }),
  /** What the staff decided about them. */
  decisions: z.array(z.object({ action: z.string(), at: moment, reason: z.nullable(z.string()) })),
  devices: z.array(z.object({ browser: z.string(), signedInAt: moment, lastSeenAt: moment })),
  /** null: never chosen, so the defaults apply. */
  emailNotifications: z.nullable(
    z.object({
      replies: z.boolean(),
      creatorUpdates: z.boolean(),
      productUpdates: z.boolean(),
      newsletter: z.boolean(),
      offers: z.boolean(),
    }),
  ),
  /** What they chose about the bell, mails and pushes; null: as we preset it. `page`: only about that page. */
  notificationChoices: z.object({
    digest: z.boolean(),
    timeZone: z.nullable(z.string()),
    topics: z.array(
      z.object({
        topic: z.string(),
        page: z.nullable(z.string()),
        bell: z.nullable(z.boolean()),
        mail: z.nullable(z.string()),
        push: z.nullable(z.boolean()),
      }),
    ),
  }),
  /** What is in their bell, by the handle of the page it is about. */
  notifications: z.array(
    z.object({
      kind: z.string(),
      page: z.nullable(z.string()),
      count: z.number(),
      at: moment,
      isRead: z.boolean(),
    }),
  ),
  /** Browsers that get pushes, by the service that delivers them. */
  pushDevices: z.array(z.object({ service: z.string(), addedAt: moment })),
  creatorPage: z.nullable(
    z.object({
      pageName: z.string(),
      pageHandle: z.string(),
      headline: z.string(),
      bannerTitle: z.string(),
      bannerSubTitle: z.string(),
      isAdultContent: z.boolean(),
      topics: z.array(z.string()),
      profileImage: z.nullable(z.string()),
      bannerImage: z.nullable(z.string()),
      createdAt: moment,
      plans: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          price: z.number(),
          currency: z.string(),
          createdAt: moment,
        }),
      ),
      posts: z.array(
        z.object({
          title: z.nullable(z.string()),
          /** What people are told who can't read it. */
          teaser: z.nullable(z.string()),
          html: z.string(),
          /** null: it is free, or no plan opens it. */
          plan: z.nullable(z.string()),
          createdAt: moment,
        }),
      ),
      /** The order they set: who may comment, whose links it takes, and its words. */
      moderation: z.object({
        commentsFrom: z.enum(COMMENTERS),
        linksFrom: z.enum(LINKERS),
        words: z.array(z.string()),
      }),
      /** Their collections, each with the titles of its posts. */
      collections: z.array(
        z.object({ title: z.string(), description: z.string(), posts: z.array(z.nullable(z.string())) }),
      ),
      /** How podcast apps list the page; null: as its topics say. */
      podcast: z.nullable(z.object({ category: z.string(), language: z.string() })),
      /** Their rooms, and what people accept before they write in them. */
      community: ownCommunity,
      liveSessions: ownSessions,
      /** What they announced to their members. */
      announcements: z.array(z.object({ body: z.string(), sentAt: moment })),
      /** What they asked their members. */
      polls: z.array(z.object({ question: z.string(), options: z.array(z.string()), createdAt: moment })),
      /** What has been written and not published, changes of published posts included. */
      drafts: z.array(z.object({ title: z.nullable(z.string()), html: z.string(), createdAt: moment })),
    }),
  ),
  /** Handles of the pages they are a moderator of. */
  moderates: z.array(z.object({ page: z.string(), namedAt: moment })),
  ...ownInRooms,
  ...ownAtLive,
  /** Who may write to them. */
  messageRules: z.object({
    allow: z.enum(ALLOWED_WRITERS),
    fromRooms: z.boolean(),
    takesRequests: z.boolean(),
    showsRead: z.boolean(),
  }),
  /** The conversations they are in; `page`: the handle of the page it is of. */
  conversations: z.array(
    z.object({
      kind: z.enum(CONVERSATION_KINDS),
      name: z.string(),
      page: z.nullable(z.string()),
      state: z.string(),
      since: moment,
    }),
  ),
  /** What they wrote to others, with earlier wordings that are still kept. */
  messages: z.array(
    z.object({
      kind: z.enum(CHANNEL_KINDS),
      /** The handle of the page it stands on; null: none. */
      page: z.nullable(z.string()),
      state: z.enum(MESSAGE_STATES),
      body: z.string(),
      earlier: z.array(z.string()),
      writtenAt: moment,
    }),
  ),
  /** What they reported. */
  reports: z.array(
    z.object({
      kind: z.enum(TARGET_KINDS),
      reason: z.enum(REPORT_REASONS),
      text: z.string(),
      reportedAt: moment,
      /** null: nobody has decided yet. */
      outcome: z.nullable(z.enum(['acted', 'declined'])),
    }),
  ),
  /** What was decided about them and what they published. */
  caseDecisions: z.array(
    z.object({
      kind: z.enum(TARGET_KINDS),
      measure: z.enum(MEASURES),
      rule: z.enum(REPORT_REASONS),
      facts: z.string(),
      decidedAt: moment,
    }),
  ),
  /** What they said to that. */
  appeals: z.array(z.object({ text: z.string(), appealedAt: moment })),
  /** What they wrote to the grievance officer from their account, and the answers. */
  grievances: z.array(
    z.object({
      kind: z.enum(GRIEVANCE_KINDS),
      text: z.string(),
      openedAt: moment,
      answer: z.string(),
    }),
  ),
  /** What they reacted with, and how often. */
  reactions: z.array(z.object({ emoji: z.string(), count: z.number() })),
  /** What they voted for in polls, by the handle of the page. */
  votes: z.array(
    z.object({
      page: z.string(),
      question: z.string(),
      options: z.array(z.string()),
      weight: z.number(),
      votedAt: moment,
    }),
  ),
  /** Handles of the pages they follow. */
  follows: z.array(z.object({ page: z.string(), followedAt: moment, isMailed: z.boolean() })),
  /** Their private feeds, by the handle of the page. */
  privateFeeds: z.array(z.object({ page: z.string(), label: z.string(), createdAt: moment })),
  /** Posts they liked or saved, by their title. */
  markedPosts: z.array(
    z.object({
      mark: z.enum(['liked', 'saved']),
      title: z.nullable(z.string()),
      creator: z.string(),
      at: moment,
    }),
  ),
  subscriptions: z.array(
    z.object({
      creator: z.string(),
      plan: z.string(),
      status: subscriptionStatus,
      interval: billingInterval,
      price: z.number(),
      currency: z.string(),
      accessUntil: z.nullable(moment),
      /** What they answered when they left; null: nothing. */
      leavingReason: z.nullable(leavingReason),
      createdAt: moment,
    }),
  ),
  /** What the creators they support may know about them, by the handle of the page. */
  sharing: z.array(z.object({ page: z.string(), email: z.boolean(), lastSeen: z.boolean() })),
  payments: z.array(
    z.object({
      receiptNumber: z.string(),
      creator: z.string(),
      plan: z.string(),
      amount: z.number(),
      currency: z.string(),
      paidAt: moment,
    }),
  ),
})

export type OwnData = z.infer<typeof ownData>
export type OwnPage = NonNullable<OwnData['creatorPage']>

export const exportOwnData = route({
  method: 'GET',
  path: '/user/export',
  caller: 'member',
  stepUp: 'always',
  summary: 'All data stored about the caller.',
  input: z.object({}),
  output: ownData,
  failures: [],
})
