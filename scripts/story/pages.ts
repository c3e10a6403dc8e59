import type { StoryMedium } from './media.ts'
import type { PersonKey } from './people.ts'
import type { Scene } from './pictures.ts'

export interface StoryPost {
  daysAgo: number
  /** Which plan it is for; absent: free. */
  plan?: string
  title?: string
  /** What people are told who can't read it. */
  teaser?: string
  html: string
  medium?: StoryMedium
}

export interface StoryPage {
  owner: PersonKey
  handle: string
  pageName: string
  headline: string
  bannerTitle: string
  bannerSubtitle: string
  topics?: string[]
  about?: string
  links?: string[]
  showsCounts?: boolean
  platformPlan: 'Basic' | 'Pro' | 'Premium'
  /** What the pictures drawn for the page show. */
  scene: Scene
  plans: { name: string; priceCents: number; description: string }[]
  posts: StoryPost[]
}

export const PAGES: readonly StoryPage[] = [
  {
    owner: 'asha',
    handle: 'asha',
    pageName: 'Asha Rao',
    headline: 'Songs between Pune and the sea: demos, stems and the stories behind them',
    bannerTitle: 'Monsoon sessions',
    bannerSubtitle: 'Seven songs recorded while it rained',
    topics: ['folk', 'songwriting', 'home recording'],
    about: `I write songs in a kitchen in Pune and finish them wherever there is sea. Ten years of bands taught me that the best part of a record is everything nobody hears: the demo sung into a phone, the verse that had to go, the take that was too honest.

Here you get all of that, first and unpolished. What you pay becomes studio days; I post what each of them cost.

New songs when they are done, usually two a month.`,
    links: ['https://asharao.example/concerts', 'https://songs.asharao.example'],
    showsCounts: true,
    platformPlan: 'Pro',
    scene: 'monsoon',
    plans: [
      {
        name: 'Buzzed',
        priceCents: 500,
        description: 'Every song a week before everyone else, and a thank-you in the liner notes.',
      },
      {
        name: 'Tipsy',
        priceCents: 999,
        description:
          'Demos, lyrics with their crossed-out lines, and a monthly evening where you ask and I play. You also help decide which song is finished next.',
      },
      {
        name: 'Drunk',
        priceCents: 2500,
        description: 'Stems to play with, your name on the record, and one song a year of your choice.',
      },
    ],
    posts: [
      {
        daysAgo: 1,
        plan: 'Tipsy',
        title: 'The chorus that took four years',
        teaser:
          'From a ferry ticket to two chords: every version of Paper Boats, including the embarrassing one.',
        html: `<p>I found the first line of <em>Paper Boats</em> on a ferry ticket from 2022. The melody came last Tuesday, while the kettle was on. Here is every version in between, including the embarrassing one.</p><ul><li>2022: a waltz, for some reason</li><li>2024: the one with the drum machine</li><li>2026: two chords, and the rain does the rest</li></ul>`,
      },
      {
        daysAgo: 3,
        title: 'The record is mixed',
        html: `<p>The record is mixed. Seven songs, thirty-one minutes, one thunderstorm that we kept because it came in exactly on the bridge.</p><p>Thank you for waiting with me. <strong>Monsoon Sessions</strong> is out on the first of next month; members hear it a week before.</p>`,
        medium: { kind: 'video', scene: 'monsoon', seconds: 14 },
      },
      {
        daysAgo: 8,
        plan: 'Buzzed',
        title: 'Early: “Harbour Lights”',
        html: `<p>The first single, a week ahead. Listen with headphones: the left side is the window, the right side is the street.</p>`,
        medium: { kind: 'tune', seconds: 75 },
      },
      {
        daysAgo: 15,
        plan: 'Drunk',
        html: `<h2>Stems for "Salt"</h2><p>Vocals, tanpura, bass, and the room. Make something with them and send it to me; I will play my favourites at the next evening.</p>`,
      },
      {
        daysAgo: 24,
        title: 'How I record at home',
        html: `<p>People ask which microphone. It is the cheap one. What matters is the cupboard: coats left and right, the door half open, and nobody cooking.</p><ol><li>Switch the fridge off. Put your keys in it, so you remember to switch it back on.</li><li>Record the silence first. You will need it.</li><li>Sing it three times, then go for a walk.</li></ol>`,
      },
    ],
  },
  {
    owner: 'imani',
    handle: 'studio-mitti',
    pageName: 'Studio Mitti',
    headline: 'Stoneware made slowly, and everything I get wrong on the way',
    bannerTitle: 'From clay to table',
    bannerSubtitle: 'A kiln, a garden, two cats',
    topics: ['pottery', 'ceramics'],
    platformPlan: 'Basic',
    scene: 'kiln',
    plans: [
      { name: 'First firing', priceCents: 700, description: 'Kiln diaries and a first look at every batch.' },
      {
        name: 'Glaze notes',
        priceCents: 1800,
        description: 'My recipes with the failures left in, and a mug each spring.',
      },
    ],
    posts: [
      {
        daysAgo: 2,
        html: `<p>Opened the kiln this morning. Forty-one bowls in, thirty-eight out, and one of the broken ones is the most beautiful blue I have ever made.</p>`,
        medium: {
          kind: 'picture',
          scene: 'kiln',
          leftPx: 1500,
          alt: 'Two shelves of glazed pots: ochre, rust, a deep blue bowl, a tall green bottle',
        },
      },
      {
        daysAgo: 11,
        plan: 'Glaze notes',
        html: `<h2>The blue, as far as I understand it</h2><p>Two parts ash, one part luck. Here are the numbers, and what the temperature did when I was not looking.</p>`,
      },
    ],
  },
  {
    owner: 'tomas',
    handle: 'the_long_walk',
    pageName: 'The Long Walk',
    headline: 'One essay a week, written on foot',
    bannerTitle: 'Lisbon to Istanbul',
    bannerSubtitle: 'Day 112, somewhere after Trieste',
    platformPlan: 'Premium',
    scene: 'walk',
    plans: [
      {
        name: 'Fellow walker',
        priceCents: 600,
        description: 'Every essay, the map, and postcards when I find a stamp.',
      },
    ],
    posts: [
      {
        daysAgo: 4,
        html: `<h2>What a border is for</h2><p>Nobody asked for my passport. A dog did, in his way, and let me through after a piece of bread. I have been thinking about that since.</p>`,
      },
      {
        daysAgo: 18,
        plan: 'Fellow walker',
        html: `<p>The map of the third month, with all the wrong turns, because those were the good days.</p>`,
      },
    ],
  },
]
