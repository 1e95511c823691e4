ALTER TABLE "assignments" ADD COLUMN "known_conflicts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
DROP TRIGGER assignments_activity ON assignments;
--> statement-breakpoint
-- Which ones were known was not kept: any.
UPDATE assignments SET known_conflicts = '{*}' WHERE conflict_known;
--> statement-breakpoint
ALTER TABLE "assignments" DROP COLUMN "conflict_known";--> statement-breakpoint
-- They say how the reason was judged; the reason itself is in the activity.
CREATE TRIGGER assignments_activity AFTER INSERT OR UPDATE OR DELETE ON assignments FOR EACH ROW
  EXECUTE FUNCTION note_activity('assignment', 'submission_id', 'reviewer_id',
    'id,submission_id,reviewer_id,batch_id,assigned_by,assigned_at,ended_at,waiting,known_conflicts', '');
