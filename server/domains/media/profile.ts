import { accountMessages } from '#contract/accounts/messages.ts'
import { updateUser } from '#contract/accounts/routes.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { changeProfile, presentUser } from '#server/domains/accounts/service.ts'
import { type Implementation, implementInPhases } from '#server/platform/http/implement.ts'

import { deleteObjectLater, PROFILE_IMAGE, storeImage } from './service.ts'

/** The profile belongs to accounts; it is saved from here because its picture has to be stored first. */
export const profileImplementations: Implementation[] = [
  implementInPhases(
    updateUser,
    async (inTransaction, { input, viewer, files, platform, now }) => {
      const file = files['profileImage']
      const { profileImageCrop: crop } = input
      const cut = { shape: PROFILE_IMAGE, ...(crop && { crop }) }
      const stored = file
        ? await storeImage(platform, file.path, cut, mediaFailures.image_refused)
        : undefined
      try {
        return await inTransaction(async (db) => {
          const profile = {
            name: input.displayName ?? input.name ?? viewer.name,
            username: input.username,
            country: input.country,
            profileImage: stored ?? (input.removeProfileImage ? null : undefined),
          }
          const { user, replacedImage } = await changeProfile(db, viewer.id, profile, now)
          if (replacedImage !== null) await deleteObjectLater(db, replacedImage)
          return { msg: accountMessages.profileUpdated, user: await presentUser(db, user) }
        })
      } catch (error) {
        // The form was refused, so nobody will ever refer to this picture.
        if (stored !== undefined) await platform.storage.delete(stored)
        throw error
      }
    },
    {
      files: {
        names: ['profileImage'],
        maxBytes: PICTURE_MAX_BYTES,
        tooLarge: mediaFailures.picture_too_large,
      },
    },
  ),
]
