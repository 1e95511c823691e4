CREATE TABLE "reminders" (
	"user_id" uuid NOT NULL,
	"thing" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"days" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminders_user_id_thing_due_at_days_pk" PRIMARY KEY("user_id","thing","due_at","days")
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;