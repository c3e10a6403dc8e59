import {
  endingLetter,
  newPostLetter,
  pageClosedLetter,
  receiptLetter,
  welcomeLetter,
} from '#server/domains/notifications/emails.ts'

import { MEMBERSHIP, PAYMENT } from './membership.ts'
import { on, OPERATOR, samplesFor, TOKEN, SITE } from './sample.ts'

const issuer = { publicUrl: SITE, operator: OPERATOR }
const paid = { ...MEMBERSHIP, ...PAYMENT }
const closing = { closedAt: on('2026-02-20'), returnsOn: on('2026-03-22'), returnedCents: 733 }
const now = on('2026-03-01')
const late = on('2026-04-01')
const links = { publicUrl: SITE, unsubscribeUrl: `${SITE}/unsubscribe/${TOKEN}` }
const beginning = {
  coverPath: null,
  paragraphs: [
    'The record is mixed, and one thunderstorm stayed: you hear it under the second verse, where the tin roof is.',
    'Here is how the song began, in the kitchen, with the window open…',
  ],
}
const post = {
  ...MEMBERSHIP,
  isMember: true,
  postId: '18',
  slug: 'how-i-record-at-home',
  title: 'How I record at home',
}

export const membershipSamples = samplesFor('members', {
  welcome: [
    'Somebody joins a page whose plan has a welcome note.',
    (language) =>
      welcomeLetter(
        { ...paid, welcomeNote: 'I’m so glad you’re here. Start with the demos from last winter!' },
        issuer,
        language,
      ),
  ],
  receipt: ['A membership is renewed.', (language) => receiptLetter(paid, issuer, language)],
  'receipt-page-unavailable': [
    'A renewal is paid while the page is not available.',
    (language) => receiptLetter({ ...paid, isPageLive: false }, issuer, language),
  ],
  'page-closed': [
    'A creator closes their page.',
    (language) => pageClosedLetter(MEMBERSHIP, closing, SITE, language),
  ],
  'page-closed-for-a-moment': [
    'A creator closes their page and opens it again before the mail is sent.',
    (language) => pageClosedLetter(MEMBERSHIP, null, SITE, language),
  ],
  'ending-price': [
    'A member has not agreed to a new price in time.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'price', now }, SITE, language),
  ],
  'ending-block': [
    'A creator blocks a member.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'block', now }, SITE, language),
  ],
  'ending-creator': [
    'A creator ends a membership.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'creator', now }, SITE, language),
  ],
  'ended-creator': [
    'A creator ends a membership and refunds its last payment.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'creator', now: late }, SITE, language),
  ],
  'ending-plan': [
    'A creator stops offering a plan.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'plan', now }, SITE, language),
  ],
  'ended-plan': [
    'A creator stops offering a plan whose last renewal was not paid.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'plan', now: late }, SITE, language),
  ],
  'change-dropped': [
    'A creator stops offering the plan that a member had chosen to change to.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'next_plan', planName: 'Drunk', now }, SITE, language),
  ],
  'change-dropped-nameless': [
    'The same, where the name of that plan is not known.',
    (language) => endingLetter(MEMBERSHIP, { reason: 'next_plan', now }, SITE, language),
  ],
  'new-post': [
    'A creator publishes a post; to a member.',
    (language) => newPostLetter({ ...post, news: 'published', beginning }, links, language),
  ],
  'new-post-follower': [
    'A creator publishes a post; to a follower.',
    (language) => newPostLetter({ ...post, isMember: false, news: 'published', beginning }, links, language),
  ],
  'post-opened': [
    'A post opens to a member some days after others could read it.',
    (language) => newPostLetter({ ...post, news: 'opened' }, links, language),
  ],
  'post-opened-follower': [
    'The same, to a follower.',
    (language) => newPostLetter({ ...post, isMember: false, news: 'opened' }, links, language),
  ],
  'posts-opened': [
    'Several posts open to a member at once.',
    (language) => newPostLetter({ ...post, news: 'several-opened' }, links, language),
  ],
  'posts-opened-follower': [
    'The same, to a follower.',
    (language) => newPostLetter({ ...post, isMember: false, news: 'several-opened' }, links, language),
  ],
})
