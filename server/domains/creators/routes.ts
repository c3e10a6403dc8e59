import * as contract from '#contract/creators/routes.ts'
import type { ParsedInputOf } from '#contract/http/route.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { percentFromBasisPoints } from '#contract/money.ts'
import { BANNER_IMAGE, PROFILE_IMAGE, storeImage } from '#server/domains/media/service.ts'
import type { UploadedFile } from '#server/platform/http/form-files.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'

import { type CreatorChanges, listPlatformPlans } from './queries.ts'
import { changePage, getOwnPage, openPage, presentCreator } from './service.ts'

export const creatorImplementations: Implementation[] = [
  implement(contract.getPlanNames, async (db) =>
    (await listPlatformPlans(db)).map(({ id, name, feeBasisPoints }) => ({
      _id: id,
      id,
      name,
      percentCharge: percentFromBasisPoints(feeBasisPoints),
    })),
  ),

  implementForMember(contract.joinAsCreator, async (db, { input, viewer, now }) => {
    const { handle } = await openPage(db, {
      userId: viewer.id,
      pageName: input.pageName,
      handle: input.pageHandle,
      platformPlanId: input.planId,
      isAdult: input.isAdultContent,
      isAgeConfirmed: input.ageConfirmed === true,
      now,
    })
    return { pageHandle: handle }
  }),

  implementInPhases(
    contract.updateCreator,
    async (inTransaction, { input, viewer, files, platform }) => {
      // Before any picture is decoded: strangers should not make us work.
      await inTransaction((db) => getOwnPage(db, input.pageHandle, viewer))
      const stored: string[] = []
      const store = async (file: UploadedFile | undefined, shape: typeof BANNER_IMAGE) => {
        if (!file) return undefined
        const key = await storeImage(platform, file.path, shape, mediaFailures.image_refused)
        stored.push(key)
        return key
      }
      try {
        const profileImage = await store(files['profileImage'], PROFILE_IMAGE)
        const bannerImage = await store(files['bannerImage'], BANNER_IMAGE)
        const changed = await inTransaction(async (db) =>
          changePage(
            db,
            await getOwnPage(db, input.pageHandle, viewer),
            changesOf(input, { profileImage, bannerImage }),
          ),
        )
        return presentCreator(changed, viewer)
      } catch (error) {
        // Nothing was changed, so nobody will ever refer to these pictures.
        for (const key of stored) await platform.storage.delete(key)
        throw error
      }
    },
    {
      files: {
        names: ['profileImage', 'bannerImage'],
        maxBytes: PICTURE_MAX_BYTES,
        tooLarge: mediaFailures.picture_too_large,
      },
    },
  ),
]

/** Fields that aren't sent stay. A picture that was sent wins over a request to remove it. */
function changesOf(
  input: ParsedInputOf<typeof contract.updateCreator>,
  pictures: { profileImage: string | undefined; bannerImage: string | undefined },
): CreatorChanges {
  const profileImage = pictures.profileImage ?? (input.removeProfileImage ? null : undefined)
  const bannerImage = pictures.bannerImage ?? (input.removeBannerImage ? null : undefined)
  return {
    ...(input.pageName === undefined ? {} : { pageName: input.pageName }),
    ...(input.headline === undefined ? {} : { headline: input.headline }),
    ...(input.bannerTitle === undefined ? {} : { bannerTitle: input.bannerTitle }),
    ...(input.bannerSubTitle === undefined ? {} : { bannerSubtitle: input.bannerSubTitle }),
    ...(input.isAdultContent === undefined ? {} : { isAdult: input.isAdultContent }),
    ...(profileImage === undefined ? {} : { profileImage }),
    ...(bannerImage === undefined ? {} : { bannerImage }),
  }
}
