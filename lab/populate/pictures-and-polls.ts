import { memberAt } from './listed-posts.ts'
import { idOf, seeded, type Shape } from './shape.ts'
import type { Writer } from './writer.ts'

/* Of the posts that `populate_posts` lists: pictures, whose files don't exist, and polls with votes. */

const PICTURED_EVERY = 20
/** What a picture is kept as. */
const WIDTHS = [480, 960, 1440]
const POLLED_EVERY = 50
const OPTIONS = ['Yes', 'No', 'Another time']
const VOTES_MAX = 40

export async function writePictures({ run }: Writer): Promise<void> {
  const pictured = `(select made.*, ${idOf('medium', 'made.number', 'published_at')} as medium_id, md5('picture' || made.number) as folder,
      p.owner_id
    from populate_posts made join populate_pages p on p.number = made.page where made.number % ${PICTURED_EVERY} = 0) c`
  await run(`insert into media (id, owner_id, kind, state, progress, alt, folder, mime, width_px, height_px, placeholder, created_at,
      attached_at)
    select medium_id, owner_id, 'image', 'ready', 100, 'Something I made', folder, 'image/webp', 1440, 810, '#c08552', published_at,
      published_at from ${pictured}`)
  await run(`insert into media_renditions (media_id, name, key, mime, size_bytes, sha256, kept_at, width_px, height_px)
    select medium_id, 'w' || width, folder || '/w' || width || '.webp', 'image/webp', width * 60, md5(folder) || md5(folder),
      published_at, width, width * 9 / 16 from ${pictured} cross join unnest('{${WIDTHS.join()}}'::integer[]) width`)
  await run(`update media set renditions_bytes = ${WIDTHS.reduce((sum, width) => sum + width * 60, 0)}
    from ${pictured} where media.id = medium_id`)
  await run(`insert into post_media (post_id, media_id, position) select c.id, medium_id, 0 from ${pictured}`)
}

export async function writePolls({ run }: Writer, shape: Shape): Promise<void> {
  const some = seeded(shape)
  const pollId = idOf('poll', 'c.number', 'c.published_at')
  const polled = `(select made.*, least(p.count, ceil(${VOTES_MAX} * power(${some('made.number', 40)}, 3)))::integer as votes
    from populate_posts made join populate_pages p on p.number = made.page where made.number % ${POLLED_EVERY} = 7) c
    join populate_pages p on p.number = c.page`
  const at = `c.published_at + interval '1 hour'`
  await run(`insert into polls (id, creator_id, author_id, client_key, question, choices_min, choices_max, voters_audience_id,
      results, secrecy, may_change, place_kind, place_id, created_at, opened_at, first_voted_at)
    select ${pollId}, c.creator_id, p.owner_id, ${idOf('key', '(1::bigint << 48) + c.number', 'c.published_at')}, 'Shall I go on with this?', 1, 1,
      p.everyone_id, 'always', 'creator', true, 'post', c.id, c.published_at, c.published_at, case when votes > 0 then ${at} end
    from ${polled}`)
  await run(`insert into poll_options (poll_id, position, text)
    select ${pollId}, position - 1, text
    from ${polled} cross join unnest('{${OPTIONS.map((text) => `"${text}"`).join()}}'::text[]) with ordinality o (text, position)`)
  await run(`insert into poll_votes (id, poll_id, user_id, options, weight, voted_at)
    select ${idOf('vote', `c.number * ${VOTES_MAX} + place`, at)}, ${pollId},
      ${memberAt(shape, `((floor(p.count * ${some('c.number', 41)})::bigint + place) % p.count)`)},
      array[(floor(${OPTIONS.length} * ${some(`c.number * ${VOTES_MAX} + place`, 42)}))::smallint], 1, ${at}
    from ${polled} cross join generate_series(1, votes) place`)
}
