/** Makes a function of one text. */
type Adapter = () => Promise<(text: string) => unknown>

type Called = (text: string, ...rest: unknown[]) => unknown

/** A function by its name, `file#name`, called with a text and what it takes besides. */
function called(name: string, ...rest: unknown[]): [string, Adapter] {
  return [
    name,
    async () => {
      const [file = '', exported = ''] = name.split('#')
      const module = (await import(/* @vite-ignore */ `../../${file}`)) as Record<string, Called>
      const work = module[exported]
      if (!work) throw new Error(`There is no ${name}`)
      return (text) => work(text, ...rest)
    },
  ]
}

const RULES = [
  { phrase: 'a a a b', act: 'hold' },
  { phrase: 'https://*', act: 'refuse' },
]

/** Functions that strangers' texts reach. A new one is added here. */
export const MEASURED: Readonly<Record<string, Adapter>> = Object.fromEntries([
  called('contract/accounts/proof-rules.ts#readCode'),
  called('contract/accounts/return-path.ts#returnPath'),
  called('contract/accounts/return-path.ts#leadingTo', '/explore'),
  called('contract/channels/body.ts#splitBody'),
  called('contract/channels/body.ts#withoutIds'),
  called('contract/channels/body.ts#mentionedIn'),
  called('contract/channels/emoji.ts#isEmoji'),
  called('contract/channels/message-address.ts#linkedIn'),
  called('contract/feeds/podcast.ts#isPodcastCategory'),
  called('contract/handles.ts#isReservedHandle'),
  called('contract/languages.ts#isLanguage'),
  called('contract/locale.ts#leftToRight'),
  called('contract/look-alikes.ts#isReservedName'),
  called('contract/look-alikes.ts#mixesScripts'),
  called('contract/look-alikes.ts#usernameKey'),
  called('contract/mail-addresses.ts#addressInAscii'),
  called('contract/mail-addresses.ts#formsOfAddress'),
  called('contract/mail-addresses.ts#readAddress'),
  called('contract/media/embeds.ts#embedOf', 'cheers.example'),
  called('contract/money.ts#centsFromDollars'),
  called('contract/notifications/local-time.ts#isTimeZone'),
  called('contract/payments/receipts.ts#parseReceiptNumber'),
  called('contract/payouts/details.ts#isIban'),
  called('contract/payouts/details.ts#maskedAddress'),
  called('contract/posts/comment-address.ts#commentIn'),
  called('contract/posts/text-parts.ts#partsOfText'),
  called('contract/posts/text-parts.ts#pollIdsInText'),
  called('contract/posts/text-parts.ts#mediaIdsInText'),
  called('contract/rich-text.ts#piecesOf'),
  called('contract/trailing-slashes.ts#withoutTrailingSlashes'),
  called('contract/visible-text.ts#hasHiddenCharacters'),
  called('contract/visible-text.ts#hasLetter'),
  called('contract/visible-text.ts#isBlank'),
  called('contract/visible-text.ts#nameKey'),
  called('contract/visible-text.ts#visibleText'),
  called('contract/visible-text.ts#withoutHiddenCharacters'),
  called('contract/web-addresses.ts#hasWebAddress'),
  called('server/domains/accounts/devices.ts#describeDevice'),
  called('server/domains/accounts/form-mails.ts#recipientKey'),
  called('server/domains/analytics/visits/referrer-host.ts#referrerHost', 'cheers.example'),
  called('server/domains/explore/excerpts.ts#piecesOf'),
  called('server/platform/pdf/fonts.ts#canDraw'),
  called('server/domains/media/processing/captions.ts#rewriteCaptions'),
  called('server/domains/moderation/word-rules.ts#judgeWords', RULES),
  called('server/domains/posts/cleaned.ts#cleanPost'),
  called('server/domains/posts/cut-at-word.ts#cutAtWord'),
  called('server/domains/posts/cut-at-word.ts#excerptOfBeginning'),
  called('server/domains/posts/cut-text.ts#cutText', 16_384),
  called('server/domains/posts/link-addresses.ts#linkAddresses', 'rel="ugc"'),
  called('server/domains/posts/sanitize.ts#isNestedTooDeep'),
  called('server/domains/posts/slug.ts#slugOf'),
  called('server/domains/posts/typed-words.ts#wholeTypedWordsOf'),
  called('server/domains/posts/typed-words.ts#typedWordsOf'),
  called('server/domains/posts/typed-words.ts#meantWordsOf'),
  called('server/platform/csv.ts#parseCsv'),
  called('server/platform/http/attachment.ts#attachmentNamed', '.csv'),
  called('server/platform/http/byte-range.ts#readRange', 1000),
  called('server/platform/http/caller-address.ts#limitedAddress'),
  called('server/platform/http/conditions.ts#readHttpDate'),
  called('server/platform/http/file-name.ts#cleanName'),
  called('server/platform/http/file-name.ts#cleanFileName', 255),
  called('server/platform/http/request-line.ts#readableUrl'),
  called('server/platform/ids.ts#isId'),
  called('server/platform/ids.ts#uuidIn'),
  called('server/platform/logged-url.ts#loggedUrl'),
  called('server/platform/logged-url.ts#loggedText'),
  called('server/platform/pages/sitemap.ts#escapeXml'),
  called('server/platform/pdf/fonts.ts#runsOf', 400),
  called('server/platform/razorpay/asked-path.ts#askedPath'),
  called('server/platform/realtime/notifier.ts#readPosition'),
  called('server/platform/secrets.ts#hashSecret'),
  called('server/platform/storage/storage.ts#isKey'),
  // These take a text after something else, or inside of it.
  [
    'the HTML of a post’s blocks',
    async () => {
      const { renderBlocks } = await import('#server/domains/posts/blocks.ts')
      return (text) =>
        renderBlocks({
          blocks: [
            { type: 'paragraph', data: { text } },
            { type: 'code', data: { code: text } },
            { type: 'button', data: { text, link: text } },
            { type: 'linkTool', data: { link: text, meta: { title: text, description: text } } },
          ],
        })
    },
  ],
  [
    'the blocks, the words and the stored form of a clean post',
    async () => {
      const { sanitizePost, textOfPost, wordsOf } = await import('#server/domains/posts/sanitize.ts')
      const { storedHtml } = await import('#server/domains/posts/stored-html.ts')
      const { blocksOfHtml } = await import('#server/domains/posts/writing/blocks-of-html.ts')
      const { isNestedTooDeep } = await import('#server/domains/posts/sanitize.ts')
      return (text) => {
        if (isNestedTooDeep(text)) return null
        const html = sanitizePost(text)
        return [blocksOfHtml(html), textOfPost(html), wordsOf(html), storedHtml(html)]
      }
    },
  ],
  [
    'server/domains/posts/excerpt.ts#excerptOf',
    async () => {
      const { excerptOf } = await import('#server/domains/posts/excerpt.ts')
      // Shorter ones have none.
      return (text) => excerptOf(`<p>${text}</p>${'<p>and so on</p>'.repeat(300)}`)
    },
  ],
  [
    'a file of comma-separated values',
    async () => {
      const { toCsv } = await import('#server/platform/csv.ts')
      return (text) => toCsv([[text, text]])
    },
  ],
  [
    'an element of a feed',
    async () => {
      const { element } = await import('#server/domains/feeds/rss.ts')
      return (text) => element('title', text)
    },
  ],
  [
    'a name in a form',
    async () => {
      const z = await import('zod/mini')
      const { nameText } = await import('#contract/fields.ts')
      const name = nameText('missing', 1_000_000)
      return (text) => z.safeParse(name, text)
    },
  ],
])

/** Files and functions that are given ids, addresses, settings, names and moments of ours, or whose text goes on to one above. */
export const OF_OURS: readonly string[] = [
  'contract/analytics/insight-routes.ts',
  'contract/channels/body.ts#mentionOf',
  'contract/channels/message-address.ts#messageAddress',
  'contract/dates.ts',
  'contract/feeds/podcast.ts#languageName',
  'contract/fields.ts',
  'contract/live/broadcast-rules.ts',
  'contract/live/live-address.ts',
  'contract/live/when.ts',
  'contract/media/messages.ts#damagedPictureText',
  'contract/media/picture-sizes.ts',
  'contract/money.ts#minorDigits',
  'contract/posts/comment-address.ts#commentAddress',
  'contract/rich-text.ts#slot',
  'contract/rich-text.ts#readAloud',
  'contract/rooms/room-address.ts',
  'contract/site/features.ts',
  'server/domains/accounts/access.ts',
  // Passwords are at most 128 characters.
  'server/domains/accounts/passwords.ts',
  'server/domains/accounts/service.ts#acceptPassword',
  'server/domains/accounts/profile.ts',
  'server/domains/accounts/proof/app-codes.ts',
  'server/domains/accounts/proof/qr-code.ts',
  'server/domains/accounts/sessions.ts',
  'server/domains/analytics/days/calendar.ts',
  'server/domains/audiences/service.ts',
  'server/domains/channels/in-turn.ts',
  'server/domains/enforcement/lifting.ts',
  // Titles, drawn in a process, one at a time.
  'server/domains/explore/share-image.ts',
  'server/domains/feeds/rss.ts#element',
  'server/domains/ledger/book.ts',
  'server/domains/live/playback/playlist.ts',
  'server/domains/live/software/clips.ts',
  'server/domains/media/delivery/grants.ts',
  'server/domains/media/delivery/send-object.ts',
  'server/domains/media/processing/caption-tasks.ts',
  'server/domains/media/processing/made-file.ts',
  'server/domains/media/processing/make-renditions.ts',
  'server/domains/media/service.ts',
  'server/domains/media/uploads/parts.ts',
  'server/domains/polls/vote-queries.ts',
  'server/domains/posts/clean-apart.ts',
  'server/domains/posts/link-preview.ts',
  'server/domains/posts/queries.ts',
  'server/domains/posts/sanitize.ts#sanitizePost',
  'server/domains/posts/sanitize.ts#textOfPost',
  'server/domains/posts/sanitize.ts#wordsOf',
  'server/domains/posts/slug.ts#numbered',
  'server/domains/posts/stored-html.ts',
  'server/domains/posts/words-in-page-queries.ts',
  'server/domains/posts/writing/blocks-of-html.ts',
  'server/platform/callers.ts',
  'server/platform/clamd/address.ts',
  'server/platform/config-values.ts',
  'server/platform/encryption.ts',
  'server/platform/errors/describe-error.ts',
  'server/platform/ffmpeg/loudness.ts',
  'server/platform/ffmpeg/probe.ts',
  'server/platform/ffmpeg/run-ffmpeg.ts',
  'server/platform/http/attachment.ts#attachmentOf',
  'server/platform/http/multipart.ts',
  'server/platform/http/staging.ts',
  'server/platform/jobs/events.ts',
  'server/platform/jobs/job-metrics.ts',
  'server/platform/jobs/schedules.ts',
  'server/platform/known-settings.ts',
  'server/platform/media-files/boxes.ts',
  'server/platform/media-files/edited-file.ts',
  'server/platform/media-files/probe-tasks.ts',
  'server/platform/media-files/strip-descriptions.ts',
  'server/platform/outgoing/pinned-request.ts',
  'server/platform/pages/build-manifest.ts',
  'server/platform/pages/error-page.ts',
  'server/platform/pages/page-document.ts',
  'server/platform/pages/page-renderer.ts',
  'server/platform/pdf/fonts.ts#readFont',
  'server/platform/private-files.ts',
  'server/platform/push/push-client.ts',
  'server/platform/realtime/passing.ts',
  'server/platform/realtime/stream.ts',
  'server/platform/realtime/topic.ts',
  'server/platform/secrets.ts#hmacHex',
  'server/platform/secrets.ts#isSameSecret',
  'server/platform/secrets.ts#readOrMakeSecretKey',
  'server/platform/storage/disk-storage.ts',
  'server/platform/storage/file-digest.ts',
  'server/platform/storage/read-blocks.ts',
  'server/platform/storage/s3-storage.ts',
  'server/platform/storage/storage.ts#checkKey',
  'server/platform/storage/storage.ts#publicObjectUrl',
  'server/platform/tracing/spans.ts',
  'server/platform/trusted-proxies.ts',
  'server/platform/ffmpeg/find-ffmpeg.ts#hasFilter',
]
