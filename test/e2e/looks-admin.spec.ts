import { adminViews } from './admin-views.ts'
import { tellLooks } from './looks.ts'

tellLooks(adminViews)
