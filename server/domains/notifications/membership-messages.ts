/** The texts of mails to a member about their membership: a welcome, a receipt, an end, a new post. */
export const membershipTexts = {
  seeSubscriptions: 'See my subscriptions',
  /** A debit that a bank may have started before anyone could stop it. */
  debitedAhead: 'If your bank has already started the next payment, we will send it back automatically.',

  receipt: {
    membership: 'Membership',
    planOfPage: (plan: string, page: string) => `${plan} · ${page}`,
    paid: 'Paid',
    date: 'Date',
    renews: 'Renews',
    renewal: (day: string, price: string) => `${day}, ${price}`,
    number: 'Receipt',
    issuedBy: 'Issued by',
    issuer: (name: string, address: string, email: string) => `${name}, ${address}, ${email}`,
    subject: (plan: string, page: string) => `Your receipt: ${plan} by ${page}`,
    continues: (page: string) =>
      `Your membership with ${page} continues. Thank you for supporting their work.`,
    notAvailable: (plan: string, page: string) =>
      `We received your payment for ${plan}. ${page} is not available at the moment; a separate email says what that means for your membership.`,
    open: 'Open my receipt',
    footnote: (listUrl: string, days: string) =>
      `Your memberships are listed at ${listUrl}. You can ask for a refund within ${days} days.`,
  },

  welcome: {
    subject: (plan: string, page: string) => `Welcome to ${plan} by ${page}: your receipt`,
    member: (page: string, plan: string) =>
      `You are now a member of ${page}. Thank you for supporting their work. Everything in ${plan} is open to you.`,
    upi: 'You pay by UPI, so your bank keeps an agreement to pay us. Cancelling here ends it. You can also end it yourself at any time, even if Cheers should not be there any more: in your UPI app, under “Autopay” or “Mandates”.',
    indianCard:
      'Your card was issued in India, so your bank keeps an agreement to pay us. Cancelling here ends it. You can also end it yourself at any time, even if Cheers should not be there any more: at your bank, under “E-mandates” or “Standing instructions”.',
    noteFrom: (page: string) => `A note from ${page}:`,
    read: 'Read the latest posts',
    footnote: ({ receiptUrl, listUrl, days }: { receiptUrl: string; listUrl: string; days: string }) =>
      `Your receipt as a PDF: ${receiptUrl}. Your memberships are listed at ${listUrl}. You can ask for a refund within ${days} days.`,
  },

  pageClosed: {
    subject: (page: string) => `${page} has closed their page`,
    ended: (page: string, plan: string) =>
      `${page} has closed their page, so your ${plan} membership has ended. You will not be charged again.`,
    paidUntil: (day: string) => `You had paid until ${day}.`,
    returned: ({ day, returnsOn, amount, since }: Record<'day' | 'returnsOn' | 'amount' | 'since', string>) =>
      `You had paid until ${day}. If the page is not open again by ${returnsOn}, you get ${amount} back for the time since ${since}. You don’t need to do anything.`,
    aboutRefunds: 'About refunds',
    footnote: (days: string) =>
      `If your last payment is less than ${days} days old, you can also ask for it back now.`,
  },

  ending: {
    subject: (page: string, day: string) => `Your membership with ${page} ends on ${day}`,
    price: (plan: string, day: string) =>
      `The time to agree to the new price of ${plan} has passed, so your membership ends on ${day}. Until then you keep everything it includes, and you are not charged again.`,
    stillAgree: 'You can still agree to the new price: keep your membership, or join again.',
    subjectOver: (page: string) => `Your membership with ${page} has ended`,
    creator: ({ plan, page, day }: { plan: string; page: string; day: string }) =>
      `${page} ended your ${plan} membership. You keep everything it includes until ${day}, and you will not be charged again.`,
    creatorOver: ({ plan, page }: { plan: string; page: string }) =>
      `${page} ended your ${plan} membership. You will not be charged again.`,
    block: ({ plan, page, day }: { plan: string; page: string; day: string }) =>
      `Your ${plan} membership with ${page} will not be renewed. You keep access until ${day}, and you will not be charged again.`,
  },

  changeDropped: {
    subject: (meant: string) => `Your change to ${meant} won’t go ahead`,
    subjectOfSomePlan: 'Your change to another plan won’t go ahead',
    stays: ({ page, meant, plan, day }: Record<'page' | 'meant' | 'plan' | 'day', string>) =>
      `${page} stopped offering ${meant}, so your planned change won’t go ahead. You stay on ${plan}, which you have paid until ${day}.`,
    staysWithoutSomePlan: ({ page, plan, day }: { page: string; plan: string; day: string }) =>
      `${page} stopped offering the plan you had chosen, so your planned change won’t go ahead. You stay on ${plan}, which you have paid until ${day}.`,
    ends: (day: string) =>
      `Your card was registered for the other plan, so you will not be charged again, and your membership ends on ${day}. If you would like it to continue, choose “Keep my membership” in My Subscriptions before then.`,
  },

  planDeleted: {
    subject: (page: string, plan: string) => `${page} no longer offers ${plan}`,
    keepsAccess: ({ page, plan, day }: { page: string; plan: string; day: string }) =>
      `${page} stopped offering ${plan}. You keep access until ${day}, and you will not be charged again.`,
    isOver: (page: string, plan: string) =>
      `${page} stopped offering ${plan}. Your last renewal wasn’t paid, so your membership is over, and you will not be charged again.`,
    visit: (page: string) => `Visit ${page}`,
  },

  newPost: {
    subject: (page: string) => `A new post by ${page}`,
    published: (page: string) =>
      `${page}, a creator you support, has published a new post, and you can read it now.`,
    publishedForFollowers: (page: string) =>
      `${page}, a creator you follow, has published a new post, and you can read it now.`,
    /** With the post’s title, where it has one. */
    titledSubject: (page: string, title: string) => `New from ${page}: ${title}`,
    publishedTitled: (page: string, title: string) =>
      `${page}, a creator you support, has published “${title}”. You can read it now.`,
    publishedTitledForFollowers: (page: string, title: string) =>
      `${page}, a creator you follow, has published “${title}”. You can read it now.`,
    openedSubject: (page: string) => `A post by ${page} is open to you now`,
    opened: (page: string) =>
      `${page}, a creator you support, shared this post with others first. Now it’s open to you, too.`,
    openedForFollowers: (page: string) =>
      `${page}, a creator you follow, shared this post with others first. Now it’s open to you, too.`,
    severalOpenedSubject: (page: string) => `Posts by ${page} are open to you now`,
    severalOpened: (page: string) =>
      `${page}, a creator you support, shared these posts with others first. Now they’re open to you, too.`,
    severalOpenedForFollowers: (page: string) =>
      `${page}, a creator you follow, shared these posts with others first. Now they’re open to you, too.`,
    read: 'Read the post',
    readSeveral: 'Read the posts',
    footnote: (settingsUrl: string) => `Choose which emails you get: ${settingsUrl}`,
  },
} as const
