import { z } from 'zod'
import { directChoices, mailChoices } from '#domain/direct-messages.ts'
import { oneOf } from './fields.schema.ts'
import * as contract from './notifications.ts'
import { serve } from './served.schema.ts'

const timeMessage = 'Must be a time such as 19:00'
const timeOfDay = z.string(timeMessage).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage)

export const notificationSettings = z.object({
  direct: oneOf(directChoices, 'Direct messages'),
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  email: oneOf(mailChoices, 'E-mail'),
}) satisfies z.ZodType<contract.NotificationSettings>

const ownSettings = notificationSettings.extend({
  isChatSetUp: z.boolean(),
  isMailSetUp: z.boolean(),
  mailAddress: z.string().nullable(),
  isAddressConfirmed: z.boolean(),
  timeZone: z.string(),
}) satisfies z.ZodType<contract.OwnNotificationSettings>

export const getNotificationSettings = serve(contract.getNotificationSettings, {
  answer: z.object({ data: ownSettings }),
})

export const putNotificationSettings = serve(contract.putNotificationSettings, {
  body: notificationSettings,
  answer: z.object({ data: ownSettings }),
})
