import { tellLooks } from './looks.ts'
import { panelViews } from './views.ts'

tellLooks(panelViews)
