import * as contract from '#contract/creators/routes.ts'
import type { ParsedInputOf } from '#contract/http/route.ts'
import type { Crop } from '#contract/media/crop.ts'
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

import { getAbout } from './about-queries.ts'
import { isOwner } from './access.ts'
import { listPlatformPlans } from './queries.ts'
import {
  changePage,
  getCreatorByHandle,
  getOwnPage,
  notePageSetup,
  openPage,
  type PageChanges,
  presentCreator,
} from './service.ts'

export const creatorImplementations: Implementation[] = [
  implement(contract.getPageAbout, async (db, { input, viewer }) => {
    const creator = await getCreatorByHandle(db, input.pageHandle)
    const { about, links, showsCounts } = await getAbout(db, creator.id)
    return { about, links, showsCounts: isOwner(viewer, creator) ? showsCounts : null }
  }),

  implementForMember(contract.notePageSetup, async (db, { input, viewer, now }) => {
    const { id } = await getOwnPage(db, input.pageHandle, viewer)
    await notePageSetup(db, id, input.step, now)
    return {}
  }),

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
    async (inTransaction, { input, viewer, files, platform, now }) => {
      // Before any picture is decoded: strangers should not make us work.
      await inTransaction((db) => getOwnPage(db, input.pageHandle, viewer))
      const stored: string[] = []
      const store = async (
        file: UploadedFile | undefined,
        shape: typeof BANNER_IMAGE,
        crop: Crop | undefined,
      ) => {
        if (!file) return undefined
        const cut = { shape, ...(crop && { crop }) }
        const key = await storeImage(platform, file.path, cut, mediaFailures.image_refused)
        stored.push(key)
        return key
      }
      try {
        const profileImage = await store(files['profileImage'], PROFILE_IMAGE, input.profileImageCrop)
        const bannerImage = await store(files['bannerImage'], BANNER_IMAGE, input.bannerImageCrop)
        const changed = await inTransaction(async (db) =>
          changePage(
            db,
            await getOwnPage(db, input.pageHandle, viewer),
            changesOf(input, { profileImage, bannerImage }),
            now,
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
): PageChanges {
  const profileImage = pictures.profileImage ?? (input.removeProfileImage ? null : undefined)
  const bannerImage = pictures.bannerImage ?? (input.removeBannerImage ? null : undefined)
  return {
    ...(input.pageName === undefined ? {} : { pageName: input.pageName }),
    ...(input.headline === undefined ? {} : { headline: input.headline }),
    ...(input.bannerTitle === undefined ? {} : { bannerTitle: input.bannerTitle }),
    ...(input.bannerSubTitle === undefined ? {} : { bannerSubtitle: input.bannerSubTitle }),
    ...(input.isAdultContent === undefined ? {} : { isAdult: input.isAdultContent }),
    ...(input.topics === undefined ? {} : { topics: input.topics }),
    ...(input.about === undefined ? {} : { about: input.about }),
    ...(input.links === undefined ? {} : { links: input.links }),
    ...(input.showsCounts === undefined ? {} : { showsCounts: input.showsCounts }),
    ...(profileImage === undefined ? {} : { profileImage }),
    ...(bannerImage === undefined ? {} : { bannerImage }),
  }
}
