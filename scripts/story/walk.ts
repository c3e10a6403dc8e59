import type { StoryPage } from './story-page.ts'
import { WALK_TALK } from './talk-others.ts'

const BORDER = `<p>Nobody asked for my passport. A dog did, in his way, and let me through after a piece of bread. I have been thinking about that since.</p><p>There is a white hut, a bar across the road, and a flag that somebody takes in when it rains. The bar was down. The gap beside it is exactly as wide as a person with a pack, and the grass in it has been walked to dust.</p><h2>The hut</h2><p>I knocked, because one knocks. Inside there was a table, a calendar from four years ago, and a chair turned towards the window so that whoever sat in it could see both countries at once. It is a good view. It is the same view.</p><blockquote><p>You can see the border best from far away. From close by it is a hut, and a man who would like to know whether you have any coffee.</p></blockquote><p>The man came later, with the dog. He used to work here. Now he has bees, on that side, and his sister has the house, on this one, and he carries honey across every Thursday in a bag that nobody opens.</p><h2>What it is for</h2><p>I asked him. He thought about it for as long as it takes to drink a coffee.</p><ol><li>So that somebody has to keep the road open.</li><li>So that the dog has work.</li><li>So that one knows when one has gone somewhere.</li></ol><p>I have crossed eleven of them on this walk and I believe the third one most. The hills did not change, nor the bread for another thirty kilometres. But I sat down on the far side and ate my cheese as someone who had arrived.</p><p>Tomorrow the road goes down to the river. I am told there is a ferry, and that it depends.</p>`

/** A writer who draws: a newsletter to read slowly. */
export const WALK: StoryPage = {
  owner: 'tomas',
  handle: 'the_long_walk',
  pageName: 'The Long Walk',
  headline: 'One essay a week, written on foot',
  bannerTitle: 'Lisbon to Istanbul',
  bannerSubtitle: 'Day 112, somewhere after Trieste',
  topics: ['essays', 'walking', 'sketchbooks'],
  about: `I left Lisbon on the second of March with a pack, a pen and a box of watercolours the size of a matchbox. Istanbul is about four thousand kilometres away, by the way I take.

Every Sunday there is an essay, drawn and written wherever I am. Fellow walkers get the maps, and a postcard when I find a stamp.`,
  links: [],
  showsCounts: false,
  platformPlan: 'Premium',
  banner: 'dusk',
  portrait: 'summit',
  followers: 29,
  plans: [
    {
      name: 'Fellow walker',
      priceCents: 600,
      description: 'Every essay\nThe map, with the inns I would go back to\nPostcards, when I find a stamp',
    },
  ],
  collections: [
    { title: 'From Trieste on', description: 'The fourth month: limestone, borders, and the first figs.' },
  ],
  posts: [
    {
      daysAgo: 0.8,
      title: 'What a border is for',
      html: BORDER,
      cover: 'border',
      likes: 27,
      collection: 'From Trieste on',
    },
    {
      daysAgo: 3.7,
      title: 'From the sketchbook',
      html: `<p>Four pages from this week. The ferry did depend, on the ferryman's lunch.</p>`,
      media: [
        { kind: 'picture', picture: 'ferrySketch', alt: 'A sketchbook page: a small ferry in ink on blue' },
        { kind: 'picture', picture: 'chapelSketch', alt: 'A sketchbook page: a chapel and a cypress' },
        { kind: 'picture', picture: 'breadSketch', alt: 'A sketchbook page: a loaf and a bottle on a table' },
        { kind: 'picture', picture: 'nightSketch', alt: 'A sketchbook page: a sleeping house under a moon' },
      ],
      likes: 18,
    },
    {
      daysAgo: 5.6,
      plan: 'Fellow walker',
      title: 'The map of the fourth month',
      teaser: 'Every wrong turn is on it, because those were the good days.',
      html: `<p>The map of the fourth month, with all the wrong turns, because those were the good days. Print it large: the contour lines are mine, and a little optimistic.</p>`,
      cover: 'contours',
      likes: 1,
      collection: 'From Trieste on',
    },
    {
      daysAgo: 11,
      title: 'Walking is mostly looking for water',
      html: `<p>And then, for an hour, it is not. There was a white road, nine cypresses that somebody planted for exactly this, and a wind that had been somewhere better than I had.</p><p>I counted my steps until the trees ended: four hundred and six. I recommend it. One arrives having thought about nothing, and knowing a number.</p>`,
      cover: 'cypresses',
      likes: 21,
      collection: 'From Trieste on',
    },
    {
      daysAgo: 18,
      plan: 'Fellow walker',
      title: 'Eight stamps',
      teaser: 'What I painted on the postcards that are on their way to you.',
      html: `<p>The post office in the valley had stamps of a king, of a lake, and of a football team. So I painted my own, beside the real ones. All but one have arrived.</p>`,
      cover: 'stamps',
      likes: 1,
    },
  ],
  drafts: [],
  talk: WALK_TALK,
}
