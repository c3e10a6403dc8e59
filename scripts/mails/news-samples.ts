import { NOTICE_KINDS, type NoticeKind, type NoticeTopic, topicRules } from '#contract/notifications/kinds.ts'
import { detailOf, pathOf, sentenceOf } from '#server/domains/notifications/facts.ts'
import type { NoticeFacts } from '#server/domains/notifications/facts-queries.ts'
import { digestLetter, newsLetter } from '#server/domains/notifications/digest/news-letters.ts'

import { ASHA, RAVI, type Sample, TOKEN, SITE } from './sample.ts'

const links = { publicUrl: SITE, unsubscribeUrl: `${SITE}/unsubscribe/${TOKEN}` }
const facts: NoticeFacts = {
  pageName: 'Asha Plays',
  handle: 'asha',
  profileImage: null,
  isPageLive: true,
  postId: '18',
  slug: 'how-i-record-at-home',
  title: 'How I record at home',
  liveId: null,
  startsAt: null,
  channelId: '7',
  roomId: null,
  room: null,
  seq: 12,
  reason: null,
  amountCents: null,
  currency: null,
  people: [{ name: 'Meera Das', profileImage: null }],
}

/** News that has letters of its own. */
const HAVE_LETTERS = new Set<NoticeKind>(['new_post', 'post_opened', 'case_decided', 'appeal_ended'])
/** Topics of news that is about no post. */
const WITHOUT_POST = new Set<NoticeTopic>(['messages', 'members', 'followers'])

function isMailed(kind: NoticeKind): boolean {
  return topicRules(NOTICE_KINDS[kind]).mail === 'chosen' && !HAVE_LETTERS.has(kind)
}

const mailed = Object.keys(NOTICE_KINDS)
  .map((kind) => kind as NoticeKind)
  .filter(isMailed)

function factsOf(kind: NoticeKind): NoticeFacts {
  const isTakenAway = kind === 'message_hidden' || kind === 'message_removed'
  const title = WITHOUT_POST.has(NOTICE_KINDS[kind]) ? null : facts.title
  if (NOTICE_KINDS[kind] === 'live')
    return { ...facts, title: 'Ask me anything', liveId: '9', startsAt: new Date('2026-12-03T13:00:00Z') }
  const place = NOTICE_KINDS[kind] === 'votes' ? { channelId: null, seq: null } : {}
  return { ...facts, ...place, title, reason: isTakenAway ? 'Please keep to the topic of the post.' : null }
}

function lineOf(kind: NoticeKind, language: Parameters<Sample['write']>[0]) {
  const of = factsOf(kind)
  const notice = { kind, count: 1, target: '9' }
  return {
    topic: NOTICE_KINDS[kind],
    text: sentenceOf(notice, of, language),
    detail: detailOf(kind, of, { timeZone: 'Asia/Kolkata', language, now: new Date('2026-11-30T09:00:00Z') }),
    url: SITE + pathOf(notice, of),
  }
}

/** Their mails carry what somebody wrote. */
const SAID: ReadonlySet<string> = new Set(['replied', 'mentioned', 'commented'])

/** Every piece of news that has no letter of its own, and a digest. */
export const newsSamples: Sample[] = [
  ...mailed.map((kind): Sample => {
    const { isForCreators } = topicRules(NOTICE_KINDS[kind])
    const { name, email } = isForCreators ? ASHA : RAVI
    return {
      name: `news-${kind.replaceAll('_', '-')}`,
      audience: isForCreators ? 'creators' : 'members',
      when: 'News that its reader has chosen to get by mail, and has not read in Cheers by then.',
      write: (language) =>
        newsLetter(
          { name, address: email },
          {
            ...lineOf(kind, language),
            comment: SAID.has(kind) ? 'Which came first, the words or the tune?' : null,
          },
          { ...links, language },
        ),
    }
  }),
  {
    name: 'digest',
    audience: 'members',
    when: 'It’s eight in the morning where somebody is who has chosen digests.',
    write: (language) => {
      const lines = mailed.slice(0, 5).map((kind) => lineOf(kind, language))
      const to = { name: RAVI.name, address: RAVI.email }
      return digestLetter(to, { lines, total: 12 }, { ...links, language })
    },
  },
]
