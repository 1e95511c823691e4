CREATE TABLE "digest_items" (
	"notice_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"messages" text NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "digest_items_messages_known" CHECK ("digest_items"."messages" in ('submission', 'review', 'notice'))
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"user_id" uuid NOT NULL,
	"messages" text NOT NULL,
	"come" text NOT NULL,
	"before" text,
	CONSTRAINT "mail_preferences_user_id_messages_pk" PRIMARY KEY("user_id","messages"),
	CONSTRAINT "mail_preferences_messages_known" CHECK ("mail_preferences"."messages" in ('submission', 'review', 'notice')),
	CONSTRAINT "mail_preferences_come_known" CHECK ("mail_preferences"."come" in ('now', 'digest', 'portal'))
);
--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_items_user" ON "digest_items" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "essential";