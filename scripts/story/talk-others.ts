import type { StoryTalk } from './talk.ts'

export const MITTI_TALK: StoryTalk = {
  comments: {
    'Thirty-eight out of forty-one': [
      {
        by: 'priya',
        daysAgo: 0.35,
        text: 'Please never sell the glued one. And please tell me when you do.',
        reactions: { '😂': ['imani', 'jonas'], '❤️': ['ravi'] },
        replies: [
          { by: 'imani', daysAgo: 0.33, text: 'It has a name now. One can’t sell somebody with a name.' },
        ],
      },
      { by: 'asha', daysAgo: 0.3, text: 'That blue has a note. Somewhere around A flat.' },
    ],
    'Four that may leave the house': [
      {
        by: 'ravi',
        daysAgo: 2.4,
        text: 'The bottle, if nobody has asked. My grandmother’s single tulip needs a home.',
        replies: [
          {
            by: 'imani',
            daysAgo: 2.35,
            text: 'It is yours, @ravi. I will pack it in hay.',
            reactions: { '❤️': ['ravi', 'priya', 'jonas'] },
          },
        ],
      },
    ],
  },
  rooms: [
    {
      name: 'Kiln opening',
      topic: 'The morning after. Guess first, look later.',
      messages: [
        {
          by: 'imani',
          daysAgo: 0.6,
          text: 'It is at 190 degrees and I am not allowed to look. How many survive? Forty-one went in.',
        },
        { by: 'jonas', daysAgo: 0.58, text: 'Thirty-five. I have seen your shelves.' },
        {
          by: 'priya',
          daysAgo: 0.56,
          text: 'Forty. One for the house spirit.',
          reactions: { '👍': ['ravi'] },
        },
        { by: 'ravi', daysAgo: 0.55, text: 'Thirty-eight.' },
        {
          by: 'imani',
          daysAgo: 0.41,
          text: 'Thirty-eight. @ravi, how?',
          picture: { name: 'blueBowl', alt: 'A small bowl in deep blue, seen from above' },
          reactions: { '🎉': ['ravi', 'priya', 'jonas', 'asha'], '❤️': ['noor'] },
        },
        {
          by: 'ravi',
          daysAgo: 0.4,
          text: 'I asked the cats.',
          reactions: { '😂': ['imani', 'priya', 'jonas'] },
        },
      ],
    },
    {
      name: 'Glaze questions',
      topic: 'Numbers, ash and bad luck, for those who fire at home.',
      plan: 'Glaze notes',
      messages: [
        {
          by: 'jonas',
          daysAgo: 3.8,
          text: 'Does the ash have to be washed twice? Mine is from a pizza oven.',
        },
        {
          by: 'imani',
          daysAgo: 3.7,
          text: 'Twice, and once more if there was cheese. What you want is what the tree ate, not what you ate.',
          reactions: { '😂': ['jonas', 'priya'] },
        },
        {
          by: 'priya',
          daysAgo: 3.2,
          text: 'Tile 44 came out green here. I like it more than the blue, don’t tell anyone.',
        },
        {
          by: 'imani',
          daysAgo: 3.1,
          text: 'Write down everything about that firing before you sleep, @priya.',
        },
      ],
    },
  ],
}

export const WALK_TALK: StoryTalk = {
  comments: {
    'What a border is for': [
      {
        by: 'lucia',
        daysAgo: 0.6,
        text: 'My grandfather crossed there with a sewing machine on his back. He said the stone was always warm.',
        reactions: { '❤️': ['tomas', 'kofi', 'noor'] },
        replies: [{ by: 'tomas', daysAgo: 0.55, text: 'It still is. I sat on it to write this.' }],
      },
      { by: 'kofi', daysAgo: 0.4, text: 'Read this aloud at breakfast. Nobody touched the toast.' },
    ],
    'From the sketchbook': [
      {
        by: 'asha',
        daysAgo: 3.5,
        text: 'The sleeping house, please, as a cover. I have a song with the same roof.',
      },
    ],
  },
  rooms: [
    {
      name: 'By the fire',
      topic: 'Where he is tonight, and where you would have turned left.',
      plan: 'Fellow walker',
      messages: [
        {
          by: 'tomas',
          daysAgo: 1.3,
          text: 'A barn with a view of three countries and one very suspicious goat.',
        },
        {
          by: 'kofi',
          daysAgo: 1.25,
          text: 'Which of them is the goat from?',
          reactions: { '😂': ['tomas', 'lucia', 'noor'] },
        },
        { by: 'tomas', daysAgo: 1.2, text: 'She declines to answer.' },
        {
          by: 'noor',
          daysAgo: 0.7,
          text: 'Left at the chapel tomorrow. There is a bakery my aunt still talks about.',
          reactions: { '👍': ['tomas', 'kofi'] },
        },
      ],
    },
  ],
}
