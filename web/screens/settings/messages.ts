import type { RefundStatus } from '#contract/payments/refund-status.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts of the settings, besides the server's answers and the texts about blocking and leaving. */
export const settingsTexts = {
  title: 'Settings',
  loading: 'Loading your settings',
  failed: 'Your settings could not be loaded.',
  tabs: {
    account: 'Account',
    page: 'Page',
    security: 'Security',
    notifications: 'Email notifications',
    memberships: 'Memberships',
    billing: 'Billing history',
    privacy: 'Privacy',
    display: 'Display',
  },
  optional: 'Optional',

  profile: {
    title: 'Profile',
    image: 'Profile image',
    imageAdvice: 'A square picture looks best.',
    displayName: 'Display name',
    username: 'Username',
    email: 'Email',
    emailHelp: `To change your address, go to ${slot('security', 'Security')}.`,
    country: 'Country',
    chooseCountry: 'Choose a country',
    save: 'Save profile',
  },

  page: {
    title: 'Creator Page Information',
    address: 'Page address',
    addressHelp: "The address can't be changed, so that links to your page keep working.",
    platformPlan: 'Your plan with Cheers',
    platformPlanHelp: ({ example, kept }: { example: string; kept: string }) =>
      `On ${example} you keep ${kept}. Write to us if you want another plan.`,
    name: 'Page name',
    headline: 'Headline',
    bannerTitle: 'Banner title',
    bannerSubtitle: 'Banner subtitle',
    adultContent: 'This page has adult content',
    save: 'Save page',
    changePictures: 'Change the pictures on your page',
  },

  /** What is about the page and isn't among its names and texts. */
  ownPage: {
    loading: 'Loading your page',
    failed: 'Your page could not be loaded.',
    title: 'Your page',
    hint: 'Its pictures, its links and what you tell about yourself are edited on the page itself.',
    open: 'Go to your page',
    editTexts: 'Change name and texts',
    countsTitle: 'Numbers',
    counts: {
      label: 'Show how many members and posts this page has',
      help: 'Counted every ten minutes, on large pages every hour.',
      notSaved: 'This was not saved.',
    },
  },

  podcast: {
    title: 'Your podcast',
    hint: 'How podcast apps list your audio and video, for members who listen there.',
    category: 'Category',
    language: 'Language you speak',
    save: 'Save podcast settings',
  },
  talk: {
    title: 'Comments and rooms',
    hint: 'Who may comment and post links, slow mode, and what you want to see first.',
    open: 'Who may comment',
  },
  storage: {
    title: 'Storage',
    hint: 'The space that your pictures, videos and audio take up, including the versions we make for playback.',
    loading: 'Adding it up…',
    failed: 'We could not load how much you use',
  },

  cases: {
    title: 'Decisions and reports',
    hint: 'What was decided about you and what you published, with the reasons, and what became of your own reports.',
    open: 'See decisions and reports',
  },

  password: {
    title: 'Password',
    changeHint: 'Changing it logs out every other device.',
    setHint:
      'You sign in with Google. Set a password to be able to log in with your email as well. We email you a code first, so that nobody else can set one on a device you left open.',
    current: 'Current password',
    new: 'New password',
    confirm: 'Confirm new password',
    change: 'Change password',
    set: 'Set password',
  },

  mailedCode: {
    label: 'Code from the email',
    help: (email: string) => `We email it to ${email}. It has 8 digits and works for one hour.`,
    send: 'Email me a code',
    sendAgain: 'Email me another code',
  },

  muted: {
    title: 'Muted',
    hint: "Rooms and conversations that you aren't told about. The others don't know.",
    loading: 'Loading what you have muted',
    failed: 'What you have muted could not be loaded.',
    none: "You haven't muted anything.",
    howTo: 'To mute a room, use the bell at its top; to mute a conversation, its menu.',
    /** A group without a name, all of whose people have left Cheers. */
    nameless: 'Conversation',
    room: (pageName: string) => `Room of ${pageName}`,
    session: (pageName: string) => `Live session of ${pageName}`,
    conversation: 'Conversation',
    comments: (pageName: string) => `Comments on a post by ${pageName}`,
    until: (day: string) => `until ${day}`,
    unmute: (name: string) => `Unmute${readAloud(` ${name}`)}`,
    unmuted: (name: string) => `You hear of ${name} again.`,
    showMore: 'Show more',
  },

  sharing: {
    title: 'What creators know',
    hint: 'Whether a creator may know your email address, and when you last opened a post. You choose it for each membership.',
    open: 'Go to your memberships',
  },

  data: {
    title: 'Your data',
    hint: 'Everything we keep about you, with your pictures, videos and audio, in one ZIP file.',
  },

  badge: {
    title: 'Your badge',
    label: 'Show my plan beside my comments',
    help: 'With how long you have supported the page. The creator sees it in their list of members in any case.',
    notSaved: 'This was not saved.',
  },
  writing: {
    title: 'Messages',
    hint: 'Creators you support can always write to you. You can block anyone.',
    loading: 'Loading who may write to you',
    failed: 'Who may write to you could not be loaded.',
    allow: 'Who may write to your page without asking',
    allowed: {
      members: 'Your members',
      followers: 'Your members and followers',
      plans: 'Members with certain plans',
      nobody: 'Nobody',
    },
    plans: 'Plans',
    fromRooms: 'People I share a room with may write to me',
    fromRoomsHelp: 'Without asking first.',
    requests: 'Others may send me a request',
    requestsHelp: 'One short message in a folder of its own, which you accept or decline.',
    showsRead: 'Read receipts',
    showsReadHelp: 'If you turn them on, you also see others’.',
    notSaved: 'This was not saved.',
  },
  adult: {
    title: 'Adult content',
    label: 'Show pages with adult content',
    help: 'They appear in Explore and in search. By switching this on you confirm that you are 18 or older.',
    notSaved: 'This could not be saved.',
  },
  memberships: {
    offered: 'Plans you offer',
    loadingPlans: 'Loading your plans',
    plansFailed: 'Your plans could not be loaded.',
    supported: 'Creators you support',
    loading: 'Loading your memberships',
    failed: 'Your memberships could not be loaded.',
    none: "You aren't pledging to anyone right now.",
    explore: 'Explore creators',
    price: {
      monthly: (price: string) => `${price}${slot('interval', ' a month')}`,
      yearly: (price: string) => `${price}${slot('interval', ' a year')}`,
    } satisfies Record<BillingInterval, (price: string) => string>,
    /** Above the paused ones. */
    paused: 'Paused',
    manage: 'Manage subscriptions',
  },

  billing: {
    loading: 'Loading your payments',
    failed: 'Your payments could not be loaded.',
    none: 'There is currently no payment history to display for this member.',
    receipt: (pageName: string, day: string) => `Receipt${readAloud(` for ${pageName}, ${day}`)}`,
    showOlder: 'Show older payments',
  },

  billingDetails: {
    title: 'On your receipts',
    hint: 'In case you need them for your taxes. They appear on every receipt you download.',
    address: 'Address',
    gstin: 'GSTIN',
    save: 'Save',
  },

  refund: {
    ask: (pageName: string) => `Ask for a refund${readAloud(` ${pageName}`)}`,
    title: (amount: string, name: string) => `Ask ${name} for ${amount} back?`,
    body: (day: string) =>
      `You can ask until ${day}. If you have opened few of its posts, the refund is automatic; otherwise the creator decides. A full refund ends your membership as soon as the money has left; until then you keep your access.`,
    /** For an upgrade: earlier payments aren't refunded. */
    bodyOfUpgrade: (day: string, paidUntil: string) =>
      `You can ask until ${day}. If you have opened few of its posts, the refund is automatic; otherwise the creator decides. A full refund takes back the upgrade: you return to the plan you had, paid until ${paidUntil}, and your membership ends then unless you keep it.`,
    reason: 'Why do you want it back?',
    cancel: 'Cancel',
    send: 'Send request',
    states: {
      requested: 'Refund requested',
      declined: 'Refund declined',
      approved: 'Refund on its way',
      sent: 'Refund on its way',
      manual: 'Refund by bank transfer',
      processed: 'Refunded',
      failed: 'Refund did not arrive',
    } satisfies Record<RefundStatus, string>,
    /** What the state means for the member; nothing where the state says it all. */
    meanings: {
      requested: 'The creator decides. Until then nothing changes for you.',
      declined: null,
      approved: 'Nothing changes for you until the money has left.',
      sent: 'Nothing changes for you until the money has left.',
      manual: "Your card can't receive it any more. Please write to us and tell us where to send it.",
      processed: null,
      failed: "Your bank didn't accept it. Nothing has changed for you.",
    } satisfies Record<RefundStatus, string | null>,
    delayed:
      "It's taking longer than usual because it couldn't be sent yet. We keep trying, and nothing changes for you until the money has left.",
    /** While the member's bank asks for the payment. */
    waits: 'Refund waits',
    bankDecides: 'Nothing is refunded until your bank has decided, so that you do not get the money twice.',
    askAgain: (pageName: string) => `Ask again${readAloud(` ${pageName}`)}`,
    contact: 'Write to us',
  },
} as const
