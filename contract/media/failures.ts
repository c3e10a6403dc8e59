import { defineFailures } from '../http/route.ts'
import { mediaMessages as messages, storageMessages } from './messages.ts'

export const mediaFailures = defineFailures({
  medium_not_found: { status: 404, message: 'This file does not exist or is no longer here.' },
  medium_too_large: { status: 413, message: messages.tooLarge },
  storage_used_up: {
    status: 413,
    message: 'There is no room left for your files.',
    messageOf: ({ used = '', allowed = '', file = '' }) => storageMessages.usedUp(used, allowed, file),
  },
  picture_too_large: { status: 413, message: messages.pictureTooLarge },
  image_refused: {
    status: 415,
    message: 'Please choose a JPEG, PNG, WebP, AVIF or GIF image.',
    isExplained: true,
  },
  medium_refused: { status: 415, message: messages.notAnImage, isExplained: true },
  medium_in_use: { status: 409, message: 'This file belongs to a post. Delete the post to remove it.' },
  medium_not_usable: { status: 409, message: 'This file is not ready for a post.', field: 'mediaId' },
  one_medium_only: { status: 422, message: messages.oneMediumOnly },
  medium_as_text: { status: 422, message: messages.mediumAsText },
  video_link_refused: { status: 422, message: messages.linkNotKnown, field: 'videoLink' },
  captions_malformed: {
    status: 422,
    message: 'This is not a WebVTT caption file.',
    field: 'vtt',
    isExplained: true,
  },
  captions_not_here: { status: 409, message: 'Captions belong to video and audio.' },
  captions_too_many: {
    status: 409,
    message: 'This file already has captions in as many languages as it can have.',
  },
  too_many_takeouts: {
    status: 429,
    message: 'Two downloads of your data are running. Please wait until one of them is done.',
  },
  too_many_uploads: { status: 429, message: 'Please finish or cancel your other uploads first.' },
})
