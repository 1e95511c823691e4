ALTER TABLE "assignments" ADD COLUMN "conflict_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- It says how the reason was judged; the reason itself is in the activity.
DROP TRIGGER assignments_activity ON assignments;
--> statement-breakpoint
UPDATE assignments SET conflict_known = true WHERE override_reason IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER assignments_activity AFTER INSERT OR UPDATE OR DELETE ON assignments FOR EACH ROW
  EXECUTE FUNCTION note_activity('assignment', 'submission_id', 'reviewer_id',
    'id,submission_id,reviewer_id,batch_id,assigned_by,assigned_at,ended_at,waiting,conflict_known', '');
